import { computed, shallowRef } from 'vue';
import { alignBoxes, distributeBoxes, type Axis, type Edge, type Displacement } from '../../domain/label-geometry/align-objects.ts';
import { readClipboard, copyToClipboard } from '../../domain/label-document/object-clipboard.ts';
import { entriesOf, isGroup, type Box, type DesignObject } from '../../domain/label-document/design-object.ts';
import {
  groupObjects,
  restackObject,
  objectOutsideGroups,
  ungroupObjects,
  type Step,
  type Taken,
} from '../../domain/label-document/grouping.ts';
import { moveObject } from '../../domain/label-geometry/move-object.ts';
import { allObjects, editObjects, parentPointer, insertAt, outermost, removeAt } from '../../domain/label-document/object-tree.ts';
import type { CanvasEditing } from './use-canvas-editing.ts';
import type { Designer } from './use-designer.ts';

/** The offset of a copy from the original, in millimetres. */
const BESIDE = { x: 2, y: 2 };

/** All commands for the selection, shared by keyboard and buttons. */
export function useDesignCommands(designer: Designer, work: CanvasEditing, labelBox: () => Box) {
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
    return inOrder.map(({ pointer }) => objectOutsideGroups(designer.settled.value, pointer));
  }

  /** Adds objects on top and selects them. */
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
    /** Returns false when the browser cannot store the copy. */
    copy: (): boolean => chosen().length === 0 || copyToClipboard(chosen()),
    paste: () => {
      add(...readClipboard().map((object) => moveObject(object, BESIDE)));
    },
    duplicate: () => {
      add(...chosen().map((object) => moveObject(object, BESIDE)));
    },
  };
}

function movingOf(designer: Designer, { boxOf, labelBox }: { boxOf: CanvasEditing['boxOf']; labelBox: () => Box }) {
  function moveEach(moves: ReadonlyMap<string, Displacement>, mergeKey?: string): void {
    designer.change(
      editObjects(designer.settled.value, (object, pointer) => {
        const move = moves.get(pointer);
        return move ? [moveObject(object, move)] : undefined;
      }),
      mergeKey,
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
    /** Moves objects, by pointer. Millimetres. */
    move: (moves: ReadonlyMap<string, Displacement>) => {
      moveEach(moves);
    },
    /** Millimetres; repeated key presses are one undo step. */
    nudge: (by: Displacement) => {
      moveEach(new Map(outermost(designer.selection.value).map((pointer) => [pointer, by])), 'nudge');
    },
    /** One object is aligned to the label, several to each other. */
    align: (edge: Edge) => {
      arrange((boxes) => alignBoxes(boxes, edge, boxes.length === 1 ? labelBox() : undefined));
    },
    distribute: (axis: Axis) => {
      arrange((boxes) => distributeBoxes(boxes, axis));
    },
  };
}

function groupingOf(designer: Designer) {
  /** Groups of the last command that were not dissolved, because objects that they hide would print. */
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
      if (designer.selection.value.length > 1) take(groupObjects(designer.settled.value, designer.selection.value));
    },
    ungroup: () => {
      if (canUngroup.value) take(ungroupObjects(designer.settled.value, designer.selection.value));
    },
    restack: (step: Step) => {
      const [pointer] = designer.selection.value;
      if (pointer !== undefined) designer.changeAndSelect(restackObject(designer.settled.value, pointer, step));
    },
  };
}

function selectingOf(designer: Designer) {
  const all = (): string[] => allObjects(designer.settled.value).map(({ pointer }) => pointer);
  return {
    selectAll: () => {
      designer.select(all().filter((pointer) => parentPointer(pointer) === ''));
    },
    /** Selects the next or previous object in drawing order, so that every object can be reached by keyboard. */
    selectNext: (step: 1 | -1) => {
      const pointers = all();
      const at = pointers.indexOf(designer.selection.value.at(-1) ?? '');
      const first = step > 0 ? 0 : pointers.length - 1;
      const next = pointers[at < 0 ? first : (at + step + pointers.length) % pointers.length];
      if (next !== undefined) designer.select([next]);
    },
  };
}
