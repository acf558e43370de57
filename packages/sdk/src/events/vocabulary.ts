/** Text in a message or tool result. */
export interface TextContent {
  type: 'text';
  text: string;
  /** Opaque data of the provider that belongs to this text. */
  textSignature?: string;
}

/** An image in a message or tool result. */
export interface ImageContent {
  type: 'image';
  /** The bytes, base64. */
  data: string;
  /** For example `image/png`. */
  mimeType: string;
}

/** Tokens and cost (US dollars) of model requests. */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  totalTokens: number;
  cost: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
}

/** The verbs that are recorded as one operation of a session. */
export type OperationKind = 'prompt' | 'skill' | 'task' | 'shell' | 'compact';

/** How a tool call ended; on the `tool_call` event and in the journal. */
export type ToolOutcome =
  /** The tool returned a result. */
  | 'ok'
  /** The tool returned `isError: true`. */
  | 'error'
  /** The tool threw. */
  | 'threw'
  /** The arguments do not fit the schema, are not JSON, or were cut off. The tool did not run. */
  | 'invalid-input'
  /** What the tool returned cannot be given to a model. */
  | 'invalid-output'
  /** A permission said no. The tool did not run. */
  | 'denied'
  /** A hook or a cap stopped the call. The tool did not run. */
  | 'blocked'
  /** The tool's time limit was reached. */
  | 'timeout'
  /** The call was aborted before the tool settled. */
  | 'aborted'
  /** No tool of that name. */
  | 'unknown-tool'
  /** The process died while the tool ran; what it did is unknown. */
  | 'interrupted';
