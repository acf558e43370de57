import { type FlueEvent, type InitOptions, init } from '@flue/sdk';
import { type ScriptedModel, type ScriptInput, scriptedModel } from '@flue/sdk/testing';

export interface TestHarness extends Awaited<ReturnType<typeof openTestHarness>> {}

/** A harness over a scripted model, with the events it told and what the model was asked. */
export async function openTestHarness(script: ScriptInput, options: Partial<InitOptions> = {}) {
  const model: ScriptedModel = scriptedModel(script);
  const events: FlueEvent[] = [];
  const harness = await init({
    model,
    retry: { attempts: 1 },
    onEvent: (event) => {
      events.push(event);
    },
    ...options,
  });
  return { harness, model, events, session: await harness.session() };
}

/** The events of one type, with their own fields. */
export function eventsOf<T extends FlueEvent['type']>(events: readonly FlueEvent[], type: T) {
  return events.filter((event): event is Extract<FlueEvent, { type: T }> => event.type === type);
}
