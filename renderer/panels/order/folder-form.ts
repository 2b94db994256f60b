import type { OrderStart } from '#contract/api-v3/order.ts';
import type { OrderFolder, OrderFolderConfiguration } from '#contract/api-v3/order-folder.ts';

/** The configuration of a folder in the form. Texts are as they were typed. */
export interface FolderForm {
  path: string;
  isEnabled: boolean;
  interval: number | undefined;
  /** Names with commas between them. */
  printers: string;
  labelName: string;
  start: OrderStart;
}

/** The form of a stored folder, or of a new one. */
export function formOfFolder(folder: OrderFolder | undefined): FolderForm {
  const { path = '', isEnabled = true, interval = 2, defaults = {} } = folder ?? {};
  const { printers = [], labelName = '', start = 'automatic' } = defaults;
  return { path, isEnabled, interval, printers: printers.join(', '), labelName, start };
}

/** The configuration of a form; defaults that it does not show stay. An empty number is sent as 0, which the controller refuses at its field. */
export function folderOfForm(form: FolderForm, stored: OrderFolder | undefined): OrderFolderConfiguration {
  const { printers: _printers, labelName: _label, start: _start, ...others } = stored?.defaults ?? {};
  const printers = form.printers
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const labelName = form.labelName.trim();
  return {
    ...{ path: form.path.trim(), isEnabled: form.isEnabled, interval: form.interval ?? 0 },
    defaults: {
      ...others,
      ...(printers.length > 0 && { printers }),
      ...(labelName !== '' && { labelName }),
      start: form.start,
    },
  };
}
