import type { ScriptedServer } from '../../../src/testing/scripted-server.js';

export function postOpenAI(server: ScriptedServer, body: unknown): Promise<Response> {
  return post(`${server.openaiUrl}/chat/completions`, body);
}

export function postAnthropic(server: ScriptedServer, body: unknown): Promise<Response> {
  return post(`${server.anthropicUrl}/v1/messages`, body);
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
}

/** The events of a stream, as `{ event?, data }` with JSON parsed where it is JSON. */
export async function eventsOf(response: Response): Promise<{ event?: string; data: unknown }[]> {
  const blocks = (await response.text()).split('\n\n').filter((block) => block !== '');
  return blocks.map((block) => {
    const fields = Object.fromEntries(
      block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]),
    );
    return {
      event: fields.event,
      data: fields.data?.startsWith('{') ? JSON.parse(fields.data) : fields.data,
    };
  });
}
