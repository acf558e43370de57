import type { FlueEvent } from '@flue/sdk';
import { toolLabel } from './describe-tool.js';
import { headline } from './format.js';
import { callOf, placeOf } from './story.js';

/** Something that goes on at this moment. `since` is in milliseconds, as `now` was given. */
export interface Doing {
  readonly label: string;
  readonly since: number;
  /** The session it belongs to. */
  readonly place: string;
  /** What a tool said last. */
  readonly news?: string;
}

export interface DoingNow {
  note(event: FlueEvent, now: number): void;
  /** Models first, then tools, each in the order they began. */
  list(): Doing[];
}

/** What models and tools are doing, from the events of a run. */
export function createDoingNow(): DoingNow {
  const models = new Map<string, Doing>();
  const tools = new Map<string, Doing>();

  return {
    note(event, now) {
      const place = placeOf(event);
      const model = (label: string) => {
        if (models.get(place)?.label !== label) models.set(place, { label, since: now, place });
      };
      switch (event.type) {
        case 'operation_start':
          if (event.kind === 'prompt') model('waiting for the model');
          break;
        case 'thinking_start':
        case 'thinking_delta':
          model('thinking');
          break;
        case 'text_delta':
          model('answering');
          break;
        case 'turn':
          models.delete(place);
          break;
        case 'tool_start':
          models.delete(place);
          // A task shows what it is doing by itself.
          if (event.toolName === 'task') break;
          tools.set(callOf(event), { label: toolLabel(event.toolName, event.args), since: now, place });
          break;
        case 'tool_update': {
          const tool = tools.get(callOf(event));
          if (tool && event.text) tools.set(callOf(event), { ...tool, news: headline(event.text, 80) });
          break;
        }
        case 'tool_call':
          tools.delete(callOf(event));
          if (isModelNext(event, tools)) model('waiting for the model');
          break;
        case 'operation':
          models.delete(place);
          break;
        case 'run_end':
          models.clear();
          tools.clear();
          break;
        default:
          break;
      }
    },
    list: () => [...models.values(), ...tools.values()],
  };
}

/** A session asks its model again when the last tool of a reply has ended; `shell` calls have no model. */
function isModelNext(
  event: Extract<FlueEvent, { type: 'tool_call' }>,
  tools: ReadonlyMap<string, Doing>,
): boolean {
  if (event.toolCallId.startsWith('shell_')) return false;
  return ![...tools.values()].some((tool) => tool.place === placeOf(event));
}
