import { computed, shallowRef } from 'vue';
import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import { useAction } from '../../composables/use-action.ts';
import { usePrintersStore } from '../../stores/printers.ts';

interface Tested {
  connection: string | undefined;
  /** The printer whose configuration it is; absent for a new one. */
  printer?: string;
  configuration: Record<string, unknown>;
}

/**
 * Tests the device of a configuration. The result is that of this device only: it is gone while another one is entered. If `adopt` changes the
 * configuration by what the device reports, the device is tested once more.
 */
export function usePrinterTest(subject: () => Tested, adopt: (result: PrinterTest) => boolean = () => false) {
  const printers = usePrintersStore();
  const last = shallowRef<{ of: string; result: PrinterTest }>();

  const key = computed(() => JSON.stringify([subject().connection, subject().configuration['engine']]));
  const result = computed(() => (last.value?.of === key.value ? last.value.result : undefined));

  const testing = useAction(async () => {
    const { connection, configuration, printer } = subject();
    if (connection === undefined) return;
    const of = key.value;
    last.value = undefined;
    const result = await printers.test(connection, configuration, printer);
    last.value = { of, result: adopt(result) ? await printers.test(connection, subject().configuration, printer) : result };
  });

  return { result, testing };
}
