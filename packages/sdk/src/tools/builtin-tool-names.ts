/** Names of the tools that every session has unless `builtinTools` says otherwise. */
export const BUILTIN_TOOL_NAMES = ['read', 'write', 'edit', 'bash', 'grep', 'glob', 'task'] as const;

export type BuiltinToolName = (typeof BUILTIN_TOOL_NAMES)[number];

/** Never free for a custom tool: the harness speaks to the model by these. */
export const RESERVED_TOOL_NAMES = ['shell', 'finish', 'give_up'] as const;
