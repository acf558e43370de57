import type { ModelRequest } from '../ports/language-model.js';

/**
 * What a scripted model says, in order. Plain JSON except for reply functions, so a script can be a file
 * (`flue run --model scripted:<file.json>`). A list of replies, or an object with `replies` and what the
 * model claims to be.
 *
 * Each request uses up the first unused reply that fits it; a reply without `when` fits every request. Scripts
 * with tasks give each reply a `when`, so that parallel conversations cannot take each other's replies.
 */
export type ScriptInput =
  | readonly ScriptReplyInput[]
  | { readonly replies: readonly ScriptReplyInput[]; readonly model?: ScriptModelSettings };

/** A reply, its text alone, or code that makes one from the request. */
export type ScriptReplyInput = string | ScriptReply | ScriptReplyFunction;

/**
 * Runs when its turn comes; `request.signal` tells it when to stop. What it returns is played as it is:
 * placeholders are not filled.
 */
export type ScriptReplyFunction = (
  request: ModelRequest,
) => string | ScriptReply | Promise<string | ScriptReply>;

/** A checked script, as `parseScript` gives it. */
export interface Script {
  readonly replies: readonly (ScriptReply | ScriptReplyFunction)[];
  readonly model: ScriptModelSettings;
}

/** What the in-process model claims to be; absent means unknown, as for any model. */
export interface ScriptModelSettings {
  /** Default `script`. */
  readonly id?: string;
  /** Tokens. */
  readonly contextWindow?: number;
  /** Tokens. */
  readonly maxTokens?: number;
  /** Default `['text']`. */
  readonly input?: readonly ('text' | 'image')[];
}

/**
 * One reply. It thinks, then speaks, then calls tools. Texts and tool arguments may contain placeholders, filled
 * from the request that the reply answers:
 * - `{{toolResult}}`: the text of the last tool result;
 * - `{{toolResult:name}}`: the text of the last result of the tool `name`;
 * - `{{lastUser}}`: the text of the last user message.
 *
 * A placeholder that the request has no value for is an error reply. Anything else in double braces is text.
 */
export interface ScriptReply {
  readonly text?: string;
  readonly thinking?: string;
  readonly toolCalls?: readonly ScriptToolCall[];
  readonly usage?: ScriptUsage;
  /** Default `toolUse` with tool calls, else `stop`. `length`: the reply was cut off by its token limit. */
  readonly stopReason?: 'stop' | 'toolUse' | 'length';
  /** Wait this long before anything is sent. Default none. */
  readonly delayMs?: number;
  /** Code points in one streamed piece. Default 16. */
  readonly chunkSize?: number;
  /** Wait this long after each piece; 0 lets other work run. Default none. */
  readonly chunkDelayMs?: number;
  /** The request fails, before or in the middle of the reply. */
  readonly error?: ScriptError;
  /** The requests this reply is for. A string is `{ lastUser: string }`. Default any. */
  readonly when?: string | ScriptCondition;
  /** True: never used up. Default false. */
  readonly repeat?: boolean;
}

export interface ScriptToolCall {
  readonly name: string;
  /** Default `{}`. Placeholders are filled in its strings, at any depth. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Instead of `arguments`: the raw text that is streamed, for JSON that is broken or cut off; what is filled in is not quoted. */
  readonly argumentsText?: string;
  /** Default `call_<reply>_<call>`, both from 1; made unique within the conversation. */
  readonly id?: string;
}

/**
 * Tokens of one request. By default one for each four characters (UTF-16 code units), rounded up: `input` counts
 * the system prompt and all that the messages say, `output` the reply; nothing is cached and images are free.
 */
export interface ScriptUsage {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** US dollars, default 0. In process only: over HTTP the client's prices count. */
  readonly cost?: number;
}

/** Every field that is given must hold. Texts are looked for anywhere in their place. */
export interface ScriptCondition {
  /** In the text of the last user message. */
  readonly lastUser?: string;
  /** In the system prompt. */
  readonly system?: string;
  /** In a result of the tool calls that the request brings the results of. */
  readonly toolResult?: string;
  /** The name of a tool that the request offers. */
  readonly tool?: string;
  /** The id of the model that is asked. */
  readonly model?: string;
}

/**
 * How a request fails. In process, `status`, `html`, `reset` and `event` are `error` events, `hang` and `ping`
 * wait for the request's signal, and `cut` ends the stream without `done`.
 */
export interface ScriptError {
  /**
   * - `status` (default): an HTTP error status with the provider's error body;
   * - `html`: a web page instead of the API's answer, status 200 unless given;
   * - `reset`: the connection breaks;
   * - `hang`: silence, with the connection open;
   * - `ping`: keep-alives and nothing else, for ever;
   * - `cut`: the response ends as if it were complete, without stop reason;
   * - `event`: the provider reports the error inside the stream.
   */
  readonly kind?: ScriptErrorKind;
  /**
   * How far the reply gets: `request` (not one byte), `headers` (status and headers), a number of pieces of its
   * content (0: the stream has begun), `half` (the middle of the last thing it says) or `content` (all but the
   * end). Default: `half` for `cut`, `headers` for `ping` and `event`, else `request`.
   */
  readonly after?: ScriptErrorPoint;
  /** Default 500; 200 for `html`. For `event` it chooses the error type. */
  readonly status?: number;
  /** Default names the kind. */
  readonly message?: string;
  /** The provider's own name for the error, in place of the one that goes with the status. */
  readonly type?: string;
  /** OpenAI's `code` beside the type, for example `insufficient_quota`. */
  readonly code?: string;
  /** Response headers, for example `{ "retry-after": "2" }`. For `status` and `html`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For `ping`: milliseconds between them. Default 200. */
  readonly pingMs?: number;
}

export type ScriptErrorKind = 'status' | 'html' | 'reset' | 'hang' | 'ping' | 'cut' | 'event';

export type ScriptErrorPoint = 'request' | 'headers' | 'half' | 'content' | number;
