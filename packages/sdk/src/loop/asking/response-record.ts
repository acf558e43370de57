import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/** What the server answered with, as far as it did. The provider libraries keep it to themselves. */
export interface ResponseRecord {
  status?: number;
  /** Names in lower case. */
  headers?: ReadonlyMap<string, string>;
}

const current = new AsyncLocalStorage<ResponseRecord>();
const records = new WeakMap<object, ResponseRecord>();
let listening = false;

/** Run `request`, and note in `record` the status and headers of the last HTTP response to a fetch that it makes. */
export function recordResponse<T>(record: ResponseRecord, request: () => T): T {
  listen();
  return current.run(record, request);
}

/** Node's fetch reports its requests on these channels; https://undici.nodejs.org/#/docs/api/DiagnosticsChannel */
function listen(): void {
  if (listening) return;
  listening = true;
  subscribe('undici:request:create', (message) => {
    const record = current.getStore();
    const { request } = message as { request: object };
    if (record) records.set(request, record);
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as {
      request: object;
      response: { statusCode: number; headers: readonly Uint8Array[] };
    };
    const record = records.get(request);
    if (!record) return;
    record.status = response.statusCode;
    record.headers = headerMap(response.headers);
  });
}

function headerMap(flat: readonly Uint8Array[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < flat.length; at += 2) {
    headers.set(String(flat[at]).toLowerCase(), String(flat[at + 1]));
  }
  return headers;
}
