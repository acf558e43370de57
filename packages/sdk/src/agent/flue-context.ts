import type { FlueHarness } from '../harness/flue-harness.js';
import type { InitOptions } from '../harness/init-options.js';

/** What an agent file's default export receives. */
// biome-ignore lint/suspicious/noExplicitAny: scripts of the public Flue API read an untyped payload freely
export interface FlueContext<Payload = any, Env = Record<string, string | undefined>> {
  /** The agent's instance: `flue run --id`, or made for this run. */
  readonly id: string;
  readonly runId: string;
  /** What the caller sent; `{}` when nothing. */
  readonly payload: Payload;
  /** The process's environment, with what `--env` added. */
  readonly env: Env;
  /** The HTTP request, where there is one. */
  readonly req: Request | undefined;
  /** Build a harness that belongs to this run: its events, its model override, closed when the run ends. */
  init(options: InitOptions): Promise<FlueHarness>;
  /** `log` events of this run. */
  readonly log: FlueLogger;
}

export interface FlueLogger {
  debug(message: string, attributes?: Record<string, unknown>): void;
  info(message: string, attributes?: Record<string, unknown>): void;
  warn(message: string, attributes?: Record<string, unknown>): void;
  error(message: string, attributes?: Record<string, unknown>): void;
}

/** An agent file's default export. What it returns is the run's result: any JSON value. */
// biome-ignore lint/suspicious/noExplicitAny: a handler may narrow payload and env as it likes
export type AgentHandler = (context: FlueContext<any, any>) => unknown;
