import { computed, shallowRef } from 'vue';
import { aligned, distributed, type Axis, type Edge, type Displacement } from './document/arranging.ts';
import { copiedObjects, keepCopied } from './document/clipboard.ts';
import { entriesOf, isGroup, type Box, type DesignObject } from './document/design-object.ts';
import { grouped, restacked, takenOut, ungrouped, type Step, type Taken } from './document/grouping.ts';
import { movedBy } from './document/moving.ts';
import { allObjects, editObjects, holderOf, insertAt, outermost, removeAt } from './document/object-tree.ts';
import type { DesignWork } from './use-design-work.ts';
import type { Designer } from './use-designer.ts';

/** How far a copy lies from what it is a copy of, in millimetres. */
const BESIDE = { x: 2, y: 2 };

/** Everything that can be done with what is selected, by a key of the keyboard or a key on the screen. */
export function useDesignCommands(designer: Designer, work: DesignWork, labelBox: () => Box) {
  const count = computed(() => designer.selection.value.length);
  return {
    count,
    hasSelection: computed(() => count.value > 0),
    ...copyingOf(designer),
    ...movingOf(designer, { boxOf: work.boxOf, labelBox }),
    ...groupingOf(designer),
    ...selectingOf(designer),
  };
}

export type DesignCommands = ReturnType<typeof useDesignCommands>;

function copyingOf(designer: Designer) {
  function chosen(): DesignObject[] {
    const outer = new Set(outermost(designer.selection.value));
    const inOrder = designer.selected.value.filter(({ pointer }) => outer.has(pointer));
    return inOrder.map(({ pointer }) => takenOut(designer.settled.value, pointer));
  }

  /** On top of everything, and selected. */
  function add(...objects: readonly DesignObject[]): void {
    if (objects.length === 0) return;
    const document = designer.settled.value;
    const index = entriesOf(document, 'objs').length;
    designer.changeAndSelect({ document: insertAt(document, { holder: '', index }, objects), objects });
  }

  function remove(): void {
    const { value } = designer.selection;
    designer.select([]);
    designer.change(removeAt(designer.settled.value, value));
  }

  return {
    add,
    remove,
    /** False when this browser keeps nothing. */
    copy: (): boolean => chosen().length === 0 || keepCopied(localStorage, chosen()),
    paste: () => {
      add(...copiedObjects(localStorage).map((object) => movedBy(object, BESIDE)));
    },
    duplicate: () => {
      add(...chosen().map((object) => movedBy(object, BESIDE)));
    },
  };
}

function movingOf(designer: Designer, { boxOf, labelBox }: { boxOf: DesignWork['boxOf']; labelBox: () => Box }) {
  function moveEach(moves: ReadonlyMap<string, Displacement>, deed?: string): void {
    designer.change(
      editObjects(designer.settled.value, (object, pointer) => {
        const move = moves.get(pointer);
        return move ? [movedBy(object, move)] : undefined;
      }),
      deed,
    );
  }

  function arrange(movesOf: (boxes: readonly Box[]) => Displacement[]): void {
    const placed = outermost(designer.selection.value).flatMap((pointer) => {
      const box = boxOf(pointer);
      return box ? [{ pointer, box }] : [];
    });
    const moves = movesOf(placed.map(({ box }) => box));
    moveEach(new Map(placed.map(({ pointer }, index) => [pointer, moves[index] ?? { x: 0, y: 0 }])));
  }

  return {
    /** Millimetres; keys pressed one after another are one step back. */
    nudge: (by: Displacement) => {
      moveEach(new Map(outermost(designer.selection.value).map((pointer) => [pointer, by])), 'nudge');
    },
    /** One object to the label, several to each other. */
    align: (edge: Edge) => {
      arrange((boxes) => aligned(boxes, edge, boxes.length === 1 ? labelBox() : undefined));
    },
    distribute: (axis: Axis) => {
      arrange((boxes) => distributed(boxes, axis));
    },
  };
}

function groupingOf(designer: Designer) {
  /** Groups that had to stay, since what they hide would print without them; told anew with every deed. */
  const stayed = shallowRef<readonly DesignObject[]>([]);

  function take(taken: Taken): void {
    designer.changeAndSelect(taken);
    stayed.value = taken.stayed;
  }

  const canUngroup = computed(() => designer.selected.value.some(({ object }) => isGroup(object)));
  return {
    stayed,
    canUngroup,
    group: () => {
      if (designer.selection.value.length > 1) take(grouped(designer.settled.value, designer.selection.value));
    },
    ungroup: () => {
      if (canUngroup.value) take(ungrouped(designer.settled.value, designer.selection.value));
    },
    restack: (step: Step) => {
      const [pointer] = designer.selection.value;
      if (pointer !== undefined) designer.changeAndSelect(restacked(designer.settled.value, pointer, step));
    },
  };
}

function selectingOf(designer: Designer) {
  const all = (): string[] => allObjects(designer.settled.value).map(({ pointer }) => pointer);
  return {
    selectAll: () => {
      designer.select(all().filter((pointer) => holderOf(pointer) === ''));
    },
    /** The next or the previous object in the drawing order, so that everything is reached without a pointer. */
    selectNext: (step: 1 | -1) => {
      const pointers = all();
      const at = pointers.indexOf(designer.selection.value.at(-1) ?? '');
      const first = step > 0 ? 0 : pointers.length - 1;
      const next = pointers[at < 0 ? first : (at + step + pointers.length) % pointers.length];
      if (next !== undefined) designer.select([next]);
    },
  };
}
