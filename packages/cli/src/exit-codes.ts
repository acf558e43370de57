/** How `flue` ends. */
export const EXIT = {
  done: 0,
  /** The agent could not be loaded, or its run failed. */
  failed: 1,
  /** What was typed cannot be used. */
  usage: 2,
} as const;
