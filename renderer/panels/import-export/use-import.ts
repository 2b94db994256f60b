import { computed, ref, shallowRef } from 'vue';
import { useAction } from '../../composables/use-action.ts';
import { useUnsavedEditsStore } from '../../stores/unsaved-edits.ts';
import { checkEntries, type Entry, type EntryFault } from './check-entries.ts';
import { compareEntries, type ImportPlan } from './compare-entries.ts';
import { readExchangeFile, type FileFault } from './exchange-file.ts';
import { useExchangeKind, type ExchangedNoun } from './exchange-kind.ts';
import { readAll } from './read-all.ts';
import { sendEntries, type ImportOutcome } from './send-entries.ts';
import { useConfirmation } from './use-confirmation.ts';
import { useCheckedNames } from './use-checked-names.ts';

/** Imports a file: checks it completely, compares it with the controller's resources, then sends the chosen ones. */
export function useImport(noun: ExchangedNoun, connection: () => string) {
  const kind = useExchangeKind(noun);
  const unsavedEdits = useUnsavedEditsStore();
  const fileFault = shallowRef<FileFault>();
  const faults = shallowRef<EntryFault[]>([]);
  const plan = shallowRef<ImportPlan>();
  const outcome = shallowRef<ImportOutcome>();
  const { question, ask } = useConfirmation();
  const { ticked, tick, clear } = useCheckedNames();
  const done = ref(0);

  const chosen = computed(() => {
    const { made = [], replaced = [] } = plan.value ?? {};
    return [...made, ...replaced.filter(({ name }) => ticked.value.has(name))];
  });

  const checking = useAction(async (file: File) => {
    forget();
    const { content, fault } = await readExchangeFile(file);
    fileFault.value = fault;
    if (!content) return;
    const checked = checkEntries(content, kind.schema);
    faults.value = checked.faults;
    if (checked.faults.length === 0) plan.value = await compare(checked.entries);
  });

  const sending = useAction(async () => {
    const entries = chosen.value;
    const onProgress = (sent: number) => (done.value = sent);
    outcome.value = await sendEntries(entries, { connection: connection(), kind, ask, onProgress });
    await kind.reload();
  });

  async function compare(entries: readonly Entry[]): Promise<ImportPlan> {
    const at = connection();
    const there = new Set((await kind.list(at)).map(({ name }) => name));
    const names = entries.map(({ name }) => name).filter((name) => there.has(name));
    const present = new Map(await readAll(names, (name) => kind.get({ connection: at, name })));
    const { draftKind } = kind;
    const isWaiting = (name: string) =>
      draftKind !== undefined && unsavedEdits.find({ connection: at, kind: draftKind, name }) !== undefined;
    return compareEntries(entries, { present, isWaiting });
  }

  function forget(): void {
    fileFault.value = plan.value = outcome.value = undefined;
    faults.value = [];
    clear();
    done.value = 0;
    sending.reset();
  }

  return { fileFault, faults, plan, outcome, question, ticked, done, chosen, checking, sending, tick };
}

export type ImportState = ReturnType<typeof useImport>;
