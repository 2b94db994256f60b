import { useI18n } from 'vue-i18n';
import { saveFile } from '../../composables/save-file.ts';
import { useAction } from '../../composables/use-action.ts';
import { useClockStore } from '../../stores/clock.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { exchangeFile, exchangeFileName } from './exchange-file.ts';
import { useExchanged, type ExchangedNoun } from './exchanged.ts';
import { readAll } from './read-all.ts';

/** Saves the things of these names as one file, as the controller has them now. */
export function useExport(noun: ExchangedNoun, connection: () => string) {
  const { t } = useI18n();
  const kind = useExchanged(noun);
  const clock = useClockStore();
  const connections = useConnectionsStore();
  const notices = useNoticesStore();

  return useAction(async (names: readonly string[]) => {
    const at = connection();
    const things = await readAll(names, (name) => kind.get({ connection: at, name }));
    const { name: controller = '', timeZone } = connections.findConnection(at) ?? {};
    const words = { things: t(`exchange.things.${noun}`), controller };
    const fileName = exchangeFileName(words, clock.now, timeZone ?? 'UTC');
    saveFile(fileName, exchangeFile(things));
    notices.say(t('exchange.exported', { n: things.length, file: fileName }));
  });
}
