import { useI18n } from 'vue-i18n';

/** A duration with two units: 45 s, 12 min 30 s, 3 h 05 min, 2 d 4 h. */
export function useDurationText() {
  const { t } = useI18n();
  return (milliseconds: number): string => {
    const seconds = Math.round(Math.max(0, milliseconds) / 1_000);
    const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600)];
    if (seconds < 60) return t('downtime.duration.seconds', { s: seconds });
    if (minutes < 60) return t('downtime.duration.minutes', { m: minutes, s: seconds % 60 });
    if (hours < 48) return t('downtime.duration.hours', { h: hours, m: minutes % 60 });
    return t('downtime.duration.days', { d: Math.floor(hours / 24), h: hours % 24 });
  };
}
