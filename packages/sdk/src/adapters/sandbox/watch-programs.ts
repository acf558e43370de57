import { currentGate } from './exec-gate.js';

type Library = Pick<typeof import('just-bash'), 'DefenseInDepthBox'>;

const watched = new WeakSet<object>();

/**
 * Let the gate of a run also stop `awk`, which asks for no signal and counts no time: two nested loops can take
 * it an hour. What it does ask, at each step, is whether it is still inside the interpreter's own guard.
 */
export function watchPrograms({ DefenseInDepthBox }: Library): void {
  if (watched.has(DefenseInDepthBox)) return;
  watched.add(DefenseInDepthBox);
  const isInside = DefenseInDepthBox.isInSandboxedContext.bind(DefenseInDepthBox);
  DefenseInDepthBox.isInSandboxedContext = () => {
    currentGate.getStore()?.pass();
    return isInside();
  };
}
