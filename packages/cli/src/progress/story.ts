import type { FlueEvent } from '@flue/sdk';
import { toolFailure, toolLabel } from './describe-tool.js';
import { formatCost, formatCount, formatDuration, headline, plural } from './format.js';
import type { ReplyText } from './reply-text.js';
import type { StoryLine } from './story-line.js';

export interface StoryOptions {
  readonly replies: ReplyText;
  /** Also a line for each turn. */
  readonly turns: boolean;
}

/** What a run did, told line by line. Pure but for what it remembers of earlier events. */
export function createStory({ replies, turns }: StoryOptions): (event: FlueEvent) => StoryLine[] {
  const depths = new Map<string, number>();
  const labels = new Map<string, string>();
  const total = { turns: 0, tools: 0, tokens: 0, cost: 0 };

  return (event) => {
    const depth = depths.get(placeOf(event)) ?? 0;
    const own = (line: Omit<StoryLine, 'depth'>): StoryLine => ({ depth, ...line });
    const reply = (lines: string[]) => lines.map((text) => own({ mark: 'text', text }));
    switch (event.type) {
      case 'run_start':
        return [own({ mark: 'note', text: `run ${event.runId} · agent ${event.agent} · id ${event.id}` })];
      case 'text_delta':
        return reply(replies.add(placeOf(event), event.text));
      case 'turn':
        total.turns += 1;
        total.tokens += event.usage.totalTokens;
        total.cost += event.usage.cost.total;
        return [...reply(replies.end(placeOf(event))), ...(turns ? [own(turnLine(event))] : [])];
      case 'tool_start':
        labels.set(callOf(event), toolLabel(event.toolName, event.args));
        return [];
      case 'tool_call': {
        total.tools += 1;
        const label = labels.get(callOf(event)) ?? event.toolName;
        labels.delete(callOf(event));
        return isToldByTask(event) ? [] : [own(toolLine(event, label))];
      }
      case 'task_start':
        depths.set(taskPlace(event), depth + 1);
        return [own({ mark: 'task', text: `task ${headline(event.prompt, 80)}` })];
      case 'task':
        return event.isError
          ? []
          : [own({ mark: 'ok', text: 'task', notes: [formatDuration(event.durationMs)] })];
      case 'operation':
        return [
          ...reply(replies.end(placeOf(event))),
          ...(isInTask(event) ? [] : [own(operationLine(event))]),
        ];
      case 'log':
        return [own({ mark: event.level === 'error' ? 'failed' : 'note', text: logText(event) })];
      case 'compaction':
        return [
          own({ mark: 'note', text: `compacted ${event.messagesBefore} messages to ${event.messagesAfter}` }),
        ];
      case 'run_end':
        return [own(endLine(event, total))];
      case 'operation_start':
      case 'compaction_start':
      case 'thinking_start':
      case 'thinking_delta':
      case 'thinking_end':
      case 'tool_update':
      case 'idle':
        return [];
      default:
        return unknownEvent(event);
    }
  };
}

type Of<T extends FlueEvent['type']> = Extract<FlueEvent, { type: T }>;
type LineText = Omit<StoryLine, 'depth'>;

/** The session an event belongs to. A task's events carry the task's own session. */
export function placeOf({ harness = '', session = '' }: FlueEvent): string {
  return `${harness}\n${session}`;
}

/** The session that a task's events will carry. */
function taskPlace({ harness = '', taskId }: Of<'task_start'>): string {
  return `${harness}\n${taskId}`;
}

/** Providers may give the calls of two sessions the same id. */
export function callOf(event: Of<'tool_start' | 'tool_call' | 'tool_update'>): string {
  return `${placeOf(event)}\n${event.toolCallId}`;
}

/** The task's own lines stand for a `task` call, unless it never began. */
function isToldByTask({ toolName, isError }: Of<'tool_call'>): boolean {
  return toolName === 'task' && !isError;
}

function isInTask({ parentSession }: FlueEvent): boolean {
  return parentSession !== undefined;
}

function turnLine({ model, usage, durationMs }: Of<'turn'>): LineText {
  const tokens = `${formatCount(usage.input + usage.cacheRead + usage.cacheWrite)} in, ${formatCount(usage.output)} out`;
  return {
    mark: 'note',
    text: `turn ${model}`,
    notes: [tokens, ...cost(usage.cost.total), formatDuration(durationMs)],
  };
}

function toolLine(event: Of<'tool_call'>, label: string): LineText {
  return {
    mark: event.isError ? 'failed' : 'ok',
    text: label,
    notes: [...toolFailure(event), formatDuration(event.durationMs)],
  };
}

function operationLine({ kind, isError, error, durationMs, usage, session }: Of<'operation'>): LineText {
  const name = session === undefined || session === 'default' ? kind : `${kind} in ${session}`;
  const used =
    usage && usage.totalTokens > 0 ? [plural(usage.totalTokens, 'token'), ...cost(usage.cost.total)] : [];
  const duration = formatDuration(durationMs);
  if (!isError) return { mark: 'note', text: `${name} done`, notes: [...used, duration] };
  return { mark: 'failed', text: `${name} failed`, notes: [headline(error?.message ?? '', 120), duration] };
}

function logText({ level, message, attributes }: Of<'log'>): string {
  const more = attributes && Object.keys(attributes).length > 0 ? ` ${JSON.stringify(attributes)}` : '';
  return `${level === 'info' ? '' : `${level}: `}${message}${more}`;
}

interface Total {
  turns: number;
  tools: number;
  tokens: number;
  cost: number;
}

function endLine({ isError, error, durationMs }: Of<'run_end'>, total: Total): LineText {
  const how = !isError ? 'done in' : error?.code === 'aborted' ? 'aborted after' : 'failed after';
  const notes = [
    ...(total.turns > 0 ? [plural(total.turns, 'turn')] : []),
    ...(total.tools > 0 ? [plural(total.tools, 'tool call')] : []),
    ...(total.tokens > 0 ? [plural(total.tokens, 'token')] : []),
    ...cost(total.cost),
  ];
  return { mark: isError ? 'failed' : 'ok', text: `${how} ${formatDuration(durationMs)}`, notes };
}

function cost(dollars: number): string[] {
  return dollars > 0 ? [formatCost(dollars)] : [];
}

/** An event of a newer SDK: the code above stops compiling when this one's list grows. */
function unknownEvent(_event: never): StoryLine[] {
  return [];
}
