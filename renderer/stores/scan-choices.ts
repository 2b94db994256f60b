import { defineStore } from 'pinia';
import * as z from 'zod/mini';
import { keptRef } from '../composables/kept-ref.ts';

const choicesSchema = z.object({
  /** Tables that products were found in, with the column of the key and what their rows are printed with. */
  tables: z.array(z.object({ connection: z.string(), table: z.string(), keyColumn: z.string(), label: z.string() })),
  /** The printers that were chosen last, by connection. */
  printers: z.array(z.object({ connection: z.string(), names: z.array(z.string()) })),
});
type Choices = z.infer<typeof choicesSchema>;
export type TableChoice = Choices['tables'][number];

/** What was chosen on this screen for a scan, so that the next one needs to ask less. */
export const useScanChoicesStore = defineStore('scanChoices', () => {
  const choices = keptRef<Choices>('strobe.scan.choices', choicesSchema, { tables: [], printers: [] });

  function findTable(connection: string, table: string): TableChoice | undefined {
    return choices.value.tables.find((each) => each.connection === connection && each.table === table);
  }

  function printersOf(connection: string): readonly string[] {
    return choices.value.printers.find((each) => each.connection === connection)?.names ?? [];
  }

  function keep(table: TableChoice, printers: readonly string[]): void {
    const { connection } = table;
    const isOther = (each: TableChoice): boolean => each.connection !== connection || each.table !== table.table;
    choices.value = {
      tables: [table, ...choices.value.tables.filter(isOther)],
      printers: [{ connection, names: [...printers] }, ...choices.value.printers.filter((each) => each.connection !== connection)],
    };
  }

  return { choices, findTable, printersOf, keep };
});
