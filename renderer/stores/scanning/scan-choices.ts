import { defineStore } from 'pinia';
import * as z from 'zod/mini';
import { usePersistentRef } from '../../composables/use-persistent-ref.ts';

const choicesSchema = z.object({
  /** Tables that a scan found rows in, with the key column and the label that their rows are printed with. */
  tables: z.array(z.object({ connection: z.string(), table: z.string(), keyColumn: z.string(), label: z.string() })),
  /** The printers that were chosen last, per connection. */
  printers: z.array(z.object({ connection: z.string(), names: z.array(z.string()) })),
});
type Choices = z.infer<typeof choicesSchema>;
export type TableChoice = Choices['tables'][number];

/** The choices made on this screen for earlier scans; they are the defaults of the next scan. */
export const useScanChoicesStore = defineStore('scanChoices', () => {
  const choices = usePersistentRef<Choices>('strobe.scan.choices', choicesSchema, { tables: [], printers: [] });

  function findTable(connection: string, table: string): TableChoice | undefined {
    return choices.value.tables.find((each) => each.connection === connection && each.table === table);
  }

  function printersOf(connection: string): readonly string[] {
    return choices.value.printers.find((each) => each.connection === connection)?.names ?? [];
  }

  function remember(table: TableChoice, printers: readonly string[]): void {
    const { connection } = table;
    const isOther = (each: TableChoice): boolean => each.connection !== connection || each.table !== table.table;
    choices.value = {
      tables: [table, ...choices.value.tables.filter(isOther)],
      printers: [{ connection, names: [...printers] }, ...choices.value.printers.filter((each) => each.connection !== connection)],
    };
  }

  return { choices, findTable, printersOf, remember };
});
