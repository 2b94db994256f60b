import { computed, reactive } from 'vue';
import { promptFault } from '#contract/api-v3/prompt.ts';
import type { LabelPrompt } from '#contract/api-v3/variable.ts';
import type { LinePrinter } from '#contract/station/lines.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { localDay } from '../../domain/formats/local-day.ts';
import { useFleetStore } from '../../stores/fleet/fleet.ts';
import { useVariablesStore } from '../../stores/variables.ts';
import { useOutcomes } from './use-outcomes.ts';

/** One value that labels of several printers ask for under the same name. */
export interface SeveralPrompt {
  labelPrompt: LabelPrompt;
  /** The values that the printers have now, each once. */
  values: readonly string[];
}

/** A value that a printer's controller gets. */
export interface ValueChange {
  labelPrompt: LabelPrompt;
  value: string;
}

/**
 * The values that the labels of running jobs ask for, entered once for several printers: what each printer's label asks for, what changes on it,
 * and one result per printer. A value belongs to a controller: it is written once for all printers of the same controller.
 */
export function useSeveralPrompts(printers: readonly LinePrinter[]) {
  const client = useStationClient();
  const fleet = useFleetStore();
  const variables = useVariablesStore();
  const entered = reactive(new Map<string, string>());
  /** The writes of the current run, by controller and name. */
  const writes = new Map<string, Promise<unknown>>();

  const prompts = useOutcomes(async ({ connection, printer }): Promise<LabelPrompt[]> => {
    const label = fleet.findPrinter(connection, printer)?.status?.job?.label ?? '';
    return label === '' ? [] : client.variables.prompts({ connection, label });
  });
  const saves = useOutcomes(async (on): Promise<void> => {
    await Promise.all(changesOf(on).map((change) => writeOnce(on.connection, change)));
  });

  const fields = computed(() => fieldsOf(printers.flatMap((on) => prompts.answerOf(on) ?? [])));

  function changesOf(on: LinePrinter): ValueChange[] {
    return (prompts.answerOf(on) ?? []).flatMap((labelPrompt) => {
      const value = entered.get(labelPrompt.name);
      return value === undefined || value === labelPrompt.value ? [] : [{ labelPrompt, value }];
    });
  }

  /** The reason why the entered value of a field breaks the limits of one of the printers' labels. */
  function faultOf(name: string): string | undefined {
    const today = localDay(Date.now());
    const changes = printers.flatMap(changesOf).filter(({ labelPrompt }) => labelPrompt.name === name);
    return (
      changes.map(({ labelPrompt, value }) => labelPrompt.prompt && promptFault(labelPrompt.prompt, value, today)).find(Boolean) ??
      undefined
    );
  }

  function writeOnce(connection: string, change: ValueChange): Promise<unknown> {
    const key = JSON.stringify([connection, change.labelPrompt.name]);
    const write = writes.get(key) ?? writeValue(connection, change);
    writes.set(key, write);
    return write;
  }

  /** Writes over the value that was shown, so that a concurrent change is not overwritten. */
  async function writeValue(connection: string, { labelPrompt, value }: ValueChange): Promise<void> {
    const place = { connection, name: labelPrompt.name };
    const present = await variables.get(place);
    await variables.put(place, { ...present, value }, { ...present, value: labelPrompt.value });
  }

  /** Reads what the labels of these printers ask for. */
  const read = (of: readonly LinePrinter[]): Promise<void> => prompts.sendAll(of);

  /** Saves the entered values on these printers. */
  async function save(on: readonly LinePrinter[]): Promise<void> {
    writes.clear();
    await saves.sendAll(on);
  }

  /** Reads these printers again, because their values may have changed, and saves what is still different. */
  async function tryAgain(on: readonly LinePrinter[]): Promise<void> {
    await read(on);
    await save(on.filter((each) => prompts.find(each)?.state === 'done'));
  }

  return { prompts, saves, fields, entered, changesOf, faultOf, read, save, tryAgain };
}

/** One field for each name, in the order of the labels. */
function fieldsOf(asked: readonly LabelPrompt[]): SeveralPrompt[] {
  const byName = new Map<string, SeveralPrompt>();
  for (const labelPrompt of asked) {
    const field = byName.get(labelPrompt.name) ?? { labelPrompt, values: [] };
    byName.set(labelPrompt.name, { ...field, values: [...new Set([...field.values, labelPrompt.value])] });
  }
  return [...byName.values()];
}
