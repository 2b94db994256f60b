import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UndoHistory } from '#renderer/domain/label-document/undo-history.ts';
import type { LabelDocument } from '#renderer/domain/label-document/design-object.ts';

type Act = { kind: 'change'; mergeKey: string | undefined } | { kind: 'settle' | 'undo' | 'redo' };

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(undefined, 'move', 'write').map((mergeKey): Act => ({ kind: 'change', mergeKey })) },
    { weight: 2, arbitrary: fc.constantFrom('settle', 'undo', 'redo').map((kind): Act => ({ kind })) },
  ),
  { maxLength: 40 },
);

function documentOf(name: string): LabelDocument {
  return { format: 3, name, objs: [] };
}

/** The expected history: all states, and the current position. */
class Model {
  states: LabelDocument[];
  at = 0;
  mergeKey: string | undefined;

  constructor(first: LabelDocument) {
    this.states = [first];
  }

  act(act: Act, next: LabelDocument): void {
    if (act.kind === 'change') {
      const isSame = act.mergeKey !== undefined && act.mergeKey === this.mergeKey;
      this.states = [...this.states.slice(0, isSame ? this.at : this.at + 1), next];
      this.at = this.states.length - 1;
      this.mergeKey = act.mergeKey;
      return;
    }
    const way = { settle: 0, undo: -1, redo: 1 }[act.kind];
    if (way !== 0 && !this.states[this.at + way]) return;
    this.at += way;
    this.mergeKey = undefined;
  }
}

function perform(past: UndoHistory, act: Act, next: LabelDocument): void {
  if (act.kind === 'change') past.change(next, act.mergeKey);
  else past[act.kind]();
}

function namesOf(past: UndoHistory): unknown[] {
  return [past.now['name'], past.canUndo, past.canRedo, past.steps];
}

describe('the undo history', () => {
  it('is empty at first', () => {
    const past = new UndoHistory(documentOf('first'));
    past.undo();
    past.redo();
    expect(namesOf(past)).toEqual(['first', false, false, 0]);
  });

  it('returns the same documents after any sequence of changes and steps', () => {
    fc.assert(
      fc.property(acts, (sequence) => {
        const first = documentOf('first');
        const past = new UndoHistory(first);
        const model = new Model(first);
        for (const [index, act] of sequence.entries()) {
          const next = documentOf(`state ${index}`);
          perform(past, act, next);
          model.act(act, next);
          expect(past.now).toBe(model.states[model.at]);
          expect([past.steps, past.canUndo, past.canRedo]).toEqual([model.at, model.at > 0, model.at < model.states.length - 1]);
        }
      }),
    );
  });

  it('leads back through every state to the first, and forward to the last', () => {
    fc.assert(
      fc.property(acts, (sequence) => {
        const past = new UndoHistory(documentOf('first'));
        for (const [index, act] of sequence.entries()) perform(past, act, documentOf(`state ${index}`));
        while (past.canRedo) past.redo();
        const back: LabelDocument[] = [past.now];
        while (past.canUndo) {
          past.undo();
          back.push(past.now);
        }
        expect(past.now['name']).toBe('first');
        for (const state of back.slice(0, -1).reverse()) {
          past.redo();
          expect(past.now).toBe(state);
        }
        expect([past.canRedo, past.steps]).toEqual([false, back.length - 1]);
      }),
    );
  });

  it('merges successive changes with the same merge key', () => {
    const past = new UndoHistory(documentOf(''));
    for (const name of ['L', 'Lo', 'Lot']) past.change(documentOf(name), 'name of /objs/0');
    past.change(documentOf('moved'), 'x of /objs/0');
    past.undo();
    expect(namesOf(past)).toEqual(['Lot', true, true, 1]);
    past.undo();
    expect(namesOf(past)).toEqual(['', false, true, 0]);
  });

  it('starts a new step with the same merge key once it is settled or undone', () => {
    const past = new UndoHistory(documentOf('0'));
    past.change(documentOf('1'), 'move');
    past.settle();
    past.change(documentOf('2'), 'move');
    past.undo();
    past.change(documentOf('3'), 'move');
    expect(namesOf(past)).toEqual(['3', true, false, 2]);
  });

  it('starts a new step with the same merge key once it is redone', () => {
    const past = new UndoHistory(documentOf('0'));
    past.change(documentOf('1'), 'move');
    past.undo();
    past.redo();
    past.change(documentOf('2'), 'move');
    expect(namesOf(past)).toEqual(['2', true, false, 2]);
  });

  it('drops a step that ends as it started', () => {
    const past = new UndoHistory(documentOf('0'));
    past.change(documentOf('1'));
    for (const name of ['2', '3', '1']) past.change(documentOf(name), 'move');
    expect(namesOf(past)).toEqual(['1', true, false, 1]);
    past.change(documentOf('4'), 'move');
    expect(namesOf(past)).toEqual(['4', true, false, 2]);
    past.undo();
    past.undo();
    expect(namesOf(past)).toEqual(['0', false, true, 0]);
  });

  it('has no step for a change without effect, and keeps the same document', () => {
    const first = { format: 3, objs: [{ type: 'Rect', x: 1 }] };
    const past = new UndoHistory(first);
    past.change(structuredClone(first), 'move');
    past.change(structuredClone(first));
    expect([past.now === first, past.canUndo]).toEqual([true, false]);
  });

  it.each([
    { format: 3, objs: [{ type: 'Rect', x: 2 }] },
    { objs: [{ type: 'Rect', x: 1 }], format: 3 },
    { format: 3, objs: { 0: { type: 'Rect', x: 1 } } },
    { format: 3, objs: [{ type: 'Rect', x: 1 }, null] },
    { format: 3 },
  ])('has a step for every visible change: %j', (next) => {
    const past = new UndoHistory({ format: 3, objs: [{ type: 'Rect', x: 1 }] });
    past.change(next);
    expect([past.now === next, past.steps]).toEqual([true, 1]);
  });

  it('has a step for each change without a merge key', () => {
    const past = new UndoHistory(documentOf('0'));
    for (const name of ['1', '2', '3']) past.change(documentOf(name));
    expect(namesOf(past)).toEqual(['3', true, false, 3]);
  });

  it('keeps the redo steps if the document does not change', () => {
    const past = new UndoHistory(documentOf('0'));
    past.change(documentOf('1'));
    past.undo();
    past.change(past.now);
    expect(namesOf(past)).toEqual(['0', false, true, 0]);
  });

  it('drops the redo steps with the next change', () => {
    const past = new UndoHistory(documentOf('0'));
    past.change(documentOf('1'));
    past.undo();
    past.change(documentOf('2'));
    past.redo();
    expect(namesOf(past)).toEqual(['2', true, false, 1]);
  });
});

it('is limited to 5 000 steps', () => {
  const past = new UndoHistory(documentOf('0'));
  for (let step = 1; step <= 5_001; step += 1) past.change(documentOf(String(step)));
  while (past.canUndo) past.undo();
  expect(past.now).toEqual(documentOf('1'));
});
