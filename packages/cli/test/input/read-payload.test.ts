import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/command-error.js';
import { readPayload } from '../../src/input/read-payload.js';
import { tempFolder } from '../temp-folder.js';

describe('readPayload', () => {
  it('is {} when nothing is given, and leaves stdin alone', async () => {
    expect(await readPayload(undefined, noInput())).toEqual({});
  });

  it('takes any JSON value', async () => {
    expect(await readPayload('{"issue": 42}', noInput())).toEqual({ issue: 42 });
    expect(await readPayload('"text"', noInput())).toBe('text');
    expect(await readPayload('null', noInput())).toBeNull();
  });

  it('reads @file, with or without a byte order mark', async () => {
    const folder = tempFolder({ 'p.json': '\uFEFF{"from": "file"}\n' });
    expect(await readPayload(`@${join(folder, 'p.json')}`, noInput())).toEqual({ from: 'file' });
  });

  it('reads standard input to its end for -', async () => {
    const input = Readable.from([
      Buffer.from('{"name": "Zo'),
      Buffer.from([0xc3]),
      Buffer.from([0xab, 0x22, 0x7d]),
    ]);
    expect(await readPayload('-', input)).toEqual({ name: 'Zoë' });
  });

  it('shows where bad JSON goes wrong', async () => {
    const folder = tempFolder({ 'p.json': '{\n  "a": 1,\n  b: 2\n}' });
    const failure = await refusal(readPayload(`@${join(folder, 'p.json')}`, noInput()));
    expect(failure.message).toContain('at line 3, column 3');
    expect(failure.message).toContain('  3 |   b: 2\n    |   ^');
  });

  it('says how to quote when the shell ate the quotes', async () => {
    const failure = await refusal(readPayload('{a:1}', noInput()));
    expect(failure.message).toContain('--payload is not JSON: expected a name in double quotes');
    expect(failure.hint).toContain(`--payload '{"name": "Ada"}'`);
  });

  it.each([
    ['', '--payload is empty'],
    ['@', '--payload names no file'],
    ['@/nope/x.json', 'the file /nope/x.json does not exist'],
    ['@/', 'the file / is a folder'],
  ])('refuses %j', async (given, message) => {
    expect((await refusal(readPayload(given, noInput()))).message).toContain(message);
  });

  it('refuses an empty standard input', async () => {
    const failure = await refusal(readPayload('-', Readable.from([])));
    expect(failure.message).toContain('(standard input) is empty');
  });
});

function noInput(): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      throw new Error('standard input was read');
    },
  };
}

async function refusal(reading: Promise<unknown>): Promise<UsageError> {
  const failure = await reading.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UsageError);
  return failure as UsageError;
}
