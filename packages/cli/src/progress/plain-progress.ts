import type { Output } from '../output/streams.js';
import type { Colors } from '../report/colors.js';
import { createLineWriter } from './line-writer.js';
import type { Progress } from './progress.js';
import { createReplyText } from './reply-text.js';
import { createStory } from './story.js';
import { styleLine } from './style-line.js';

/** Lines for a log: each thing when it is over, text when it is whole. */
export function createPlainProgress(stderr: Output, colors: Colors): Progress {
  const { line, print, end } = createLineWriter(stderr);
  const tell = createStory({ replies: createReplyText(), turns: true });
  return {
    event: (event) => {
      for (const told of tell(event)) line(styleLine(told, colors));
    },
    print,
    end,
  };
}
