import type { Output } from '../output/streams.js';
import type { Colors } from '../report/colors.js';
import { neutral } from '../report/neutral.js';
import { createDoingNow, type Doing } from './doing.js';
import { createLiveArea } from './live-area.js';
import type { Progress } from './progress.js';
import { createReplyText } from './reply-text.js';
import { createStory } from './story.js';
import { styleLine } from './style-line.js';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;
const MAX_ROWS = 6;

/** For a terminal: what is over stays as lines; below them, what goes on now, with a spinner and the time. */
export function createLiveProgress(stderr: Output, colors: Colors, now: () => number = Date.now): Progress {
  // The text of a reply stands two columns in.
  const replies = createReplyText(() => Math.max(20, stderr.columns - 4));
  const tell = createStory({ replies, turns: false });
  const doing = createDoingNow();
  const area = createLiveArea(stderr);
  // It must not keep a process alive whose agent can never settle.
  const timer = setInterval(() => area.draw(rows()), FRAME_MS).unref();
  process.once('exit', area.close);

  return {
    event(event) {
      const lines = tell(event);
      doing.note(event, now());
      if (lines.length > 0)
        area.add(
          lines.map((line) => styleLine(line, colors)),
          rows(),
        );
    },
    print: area.passing,
    end() {
      clearInterval(timer);
      area.close();
      process.off('exit', area.close);
    },
  };

  function rows(): string[] {
    const { current } = replies;
    const going = doing
      .list()
      .filter(({ place, label }) => !(label === 'answering' && place === current?.session));
    const shown = going.slice(0, MAX_ROWS).map(row);
    const more = going.length - shown.length;
    return [
      ...(current && current.line !== '' ? [`  ${oneRow(current.line)}`] : []),
      ...shown,
      ...(more > 0 ? [colors.dim(`  and ${more} more`)] : []),
    ];
  }

  function row({ label, since, news }: Doing): string {
    const spinner = colors.cyan(FRAMES[Math.floor(now() / FRAME_MS) % FRAMES.length]!);
    const seconds = Math.floor((now() - since) / 1000);
    const notes = [...(seconds > 0 ? [`${seconds} s`] : []), ...(news ? [news] : [])];
    const tail = notes.map((note) => ` · ${oneRow(note)}`).join('');
    return `${spinner} ${oneRow(label)}${colors.dim(tail)}`;
  }
}

function oneRow(text: string): string {
  return neutral(text).replace(/[\n\t]/g, ' ');
}
