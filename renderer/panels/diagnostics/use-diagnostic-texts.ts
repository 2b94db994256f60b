import { useI18n } from 'vue-i18n';
import { useFormats } from '../../composables/use-formats.ts';
import { fileSize } from '../../domain/formats/file-size.ts';
import { useStationMomentText } from '../../stores/use-moment-text.ts';
import { OWN_CONTROLLER_NAME } from '#contract/station/connections.ts';
import type { DiagnosticFact, FactKind, FactName, Finding } from '#contract/station/diagnostics.ts';

/** The unit of each fact, as in the contract; the page is built without the schemas. */
const KINDS: Record<FactName, FactKind | 'printer'> = {
  ...({ ready: 'flag', backupVerified: 'flag', isSynchronised: 'flag' } as const),
  ...({ freeSpace: 'bytes', diskSize: 'bytes', databaseSize: 'bytes', logSize: 'bytes', memory: 'bytes' } as const),
  ...({ connectTime: 'milliseconds', writeMedian: 'milliseconds', writeLongest: 'milliseconds', checkTime: 'milliseconds' } as const),
  ...({ printsPerMinute: 'count', backupCount: 'count', openFiles: 'count', fileLimit: 'count' } as const),
  ...({ plantWaiting: 'count', errorCount: 'count' } as const),
  ...({ newestBackup: 'moment', now: 'moment', validUntil: 'moment', pageBuilt: 'moment' } as const),
  ...({ folder: 'text', systemTimeZone: 'text', printTimeZone: 'text', certificateNames: 'text', strobeVersion: 'text' } as const),
  ...({ controllerVersion: 'text', nodeVersion: 'text', electronVersion: 'text', system: 'text', lastError: 'text' } as const),
  ...({ port: 'listener', plantPhase: 'plant', printerState: 'printer' } as const),
};

/** Facts about one thing. */
export interface FactGroup {
  /** Undefined for the computer. */
  subject: string | undefined;
  facts: { name: FactName; term: string; value: string }[];
}

/** The facts and findings of the diagnostics in the language of the page. */
export function useDiagnosticTexts() {
  const { t, te } = useI18n();
  const formats = useFormats();
  const momentText = useStationMomentText();

  const FORMATS: Record<FactKind | 'printer', (value: string | number) => string> = {
    text: String,
    count: (value) => formats.count(Number(value)),
    bytes: (value) => fileSize(Number(value), formats.decimal),
    milliseconds: (value) => t('diagnostics.milliseconds', { n: formats.decimal(Number(value)) }),
    moment: (value) => momentText(Number(value)),
    flag: (value) => (value === 1 ? t('diagnostics.yes') : t('diagnostics.no')),
    listener: (value) => t(`diagnostics.listeners.${value}`),
    plant: (value) => t(`plantConnection.phase.${value}`),
    printer: (value) => t(`eventLog.states.${value}`),
  };

  const controllerText = (name: string): string => (name === OWN_CONTROLLER_NAME ? t('connections.here') : name);

  /** The programs and the own controller by their names in the language of the page, anything else as it is. */
  const subjectText = (subject: string): string =>
    te(`diagnostics.programs.${subject}`) ? t(`diagnostics.programs.${subject}`) : controllerText(subject);

  /** Facts about the same thing follow one another. */
  function groupsOf(facts: readonly DiagnosticFact[]): FactGroup[] {
    const groups = new Map<string | undefined, FactGroup>();
    for (const { name, of, value } of facts) {
      const group = groups.get(of) ?? { subject: of === undefined ? undefined : subjectText(of), facts: [] };
      group.facts.push({ name, term: t(`diagnostics.facts.${name}`), value: FORMATS[KINDS[name]](value) });
      groups.set(of, group);
    }
    return [...groups.values()];
  }

  function findingTexts({ code, parameters }: Finding): { found: string; todo: string } {
    const { program, controller, ...others } = parameters;
    const values = {
      ...others,
      ...(program !== undefined && { program: subjectText(String(program)) }),
      ...(controller !== undefined && { controller: controllerText(String(controller)) }),
    };
    return { found: t(`diagnostics.findings.${code}.found`, values), todo: t(`diagnostics.findings.${code}.todo`, values) };
  }

  return { groupsOf, findingTexts };
}
