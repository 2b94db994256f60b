import type { PlantSettings } from '#contract/api-v3/plant.ts';

/** The settings in the form. Texts are as they were typed. */
export interface PlantForm {
  isEnabled: boolean;
  url: string;
  isPlainTextAllowed: boolean;
  key: string;
  hasKey: boolean;
  name: string;
  site: string;
  line: string;
  /** Separated by commas. */
  tags: string;
  authorities: string;
}

/** The form of stored settings; sending is offered for a plant that is set up the first time. */
export function formOfPlant({ isEnabled, keySet = false, tags, ...settings }: PlantSettings): PlantForm {
  const { url, isPlainTextAllowed, name, site, line, authorities } = settings;
  return {
    ...{ isEnabled: isEnabled || url === '', url, isPlainTextAllowed, key: '', hasKey: keySet },
    ...{ name, site, line, tags: tags.join(', '), authorities },
  };
}

/** The settings of a form. A key that was not typed is kept. */
export function plantOfForm({ key, hasKey, tags, ...form }: PlantForm): PlantSettings {
  const { isEnabled, url, isPlainTextAllowed, name, site, line, authorities } = form;
  const kept = hasKey ? { key: null, keySet: true } : {};
  return {
    ...{ isEnabled, url: url.trim(), isPlainTextAllowed, authorities, name: name.trim(), site: site.trim(), line: line.trim() },
    ...(key.trim() === '' ? kept : { key: key.trim() }),
    tags: tags
      .split(/[,،，]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  };
}
