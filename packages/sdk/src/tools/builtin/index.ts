import type { Tool } from '../tool.js';
import { bashTool } from './bash.js';
import { editTool } from './edit.js';
import { globTool } from './glob.js';
import { grepTool } from './grep.js';
import { readTool } from './read.js';
import { taskTool } from './task.js';
import { writeTool } from './write.js';

/** In the order of `BUILTIN_TOOL_NAMES`, in which the model sees them. */
export const BUILTIN_TOOLS: readonly Tool[] = [
  readTool,
  writeTool,
  editTool,
  bashTool,
  grepTool,
  globTool,
  taskTool,
];
