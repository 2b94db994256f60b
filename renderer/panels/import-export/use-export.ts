import { useI18n } from 'vue-i18n';
import { saveFile } from '../../domain/browser/save-file.ts';
import { useAction } from '../../composables/use-action.ts';
import { useClockStore } from '../../stores/clock.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { exchangeFile, exchangeFileName } from './exchange-file.ts';
import { useExchangeKind, type ExchangedNoun } from './exchange-kind.ts';
import { readAll } from './read-all.ts';

/** Exports the resources of these names to one file, as the controller has them now. */
export function useExport(noun: ExchangedNoun, connection: () => string) {
  const { t } = useI18n();
  const kind = useExchangeKind(noun);
  const clock = useClockStore();
  const connections = useConnectionsStore();
  const notices = useNoticesStore();

  return useAction(async (names: readonly string[]) => {
    const at = connection();
    const things = await readAll(names, (name) => kind.get({ connection: at, name }));
    const { name: controller = '', timeZone } = connections.findConnection(at) ?? {};
    const texts = { things: t(`importExport.resources.${noun}`), controller };
    const fileName = exchangeFileName(texts, clock.now, timeZone ?? 'UTC');
    saveFile(fileName, exchangeFile(things));
    notices.show(t('importExport.exported', { n: things.length, file: fileName }));
  });
}
