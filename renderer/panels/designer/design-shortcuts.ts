import type { DesignCommands } from './use-design-commands.ts';
import type { Designer } from './use-designer.ts';

interface KeyTargets {
  designer: Designer;
  commands: DesignCommands;
  turn: () => void;
  scale: (by: number) => void;
  /** The distance that an arrow key moves, in millimetres. */
  step: () => { x: number; y: number };
}

const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const TENFOLD = 10;
/** The factor of one key press: large enough to change codes with a few dots per module too. */
export const GROWTH = 1.25;

/** Handles a key while the canvas has the focus. Returns false for a key without a function. */
export function handleDesignShortcut(event: KeyboardEvent, targets: KeyTargets): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  const act = isCommand ? commandOf(event, targets) : plainKeyOf(event, targets);
  if (!act) return false;
  event.preventDefault();
  act();
  return true;
}

function commandOf(event: KeyboardEvent, { designer, commands }: KeyTargets): (() => unknown) | undefined {
  const key = event.key.toLowerCase();
  const acts: Readonly<Record<string, () => unknown>> = {
    z: event.shiftKey ? designer.redo : designer.undo,
    y: designer.redo,
    a: commands.selectAll,
    c: commands.copy,
    x: () => commands.copy() && commands.remove(),
    v: commands.paste,
    d: commands.duplicate,
    g: event.shiftKey ? commands.ungroup : commands.group,
  };
  return Object.hasOwn(acts, key) ? acts[key] : undefined;
}

function plainKeyOf(event: KeyboardEvent, { designer, commands, turn, scale, step }: KeyTargets): (() => unknown) | undefined {
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (!commands.hasSelection.value) return undefined;
    const times = event.shiftKey ? TENFOLD : 1;
    return () => {
      commands.nudge({ x: arrow.x * step().x * times, y: arrow.y * step().y * times });
    };
  }
  const acts: Readonly<Record<string, () => unknown>> = {
    Delete: commands.remove,
    Backspace: commands.remove,
    Escape: () => {
      designer.select([]);
    },
    PageDown: () => {
      commands.selectNext(1);
    },
    PageUp: () => {
      commands.selectNext(-1);
    },
    r: turn,
    '+': () => {
      scale(GROWTH);
    },
    '-': () => {
      scale(1 / GROWTH);
    },
  };
  return Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
}
