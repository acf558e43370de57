/** One line that a progress view keeps. Its texts are as they came: not yet safe for a terminal. */
export interface StoryLine {
  /** 0 for the agent's own sessions, one more for each level of tasks. */
  readonly depth: number;
  readonly mark: 'ok' | 'failed' | 'task' | 'text' | 'note';
  readonly text: string;
  /** What is less important: durations, counts. */
  readonly notes?: readonly string[];
}
