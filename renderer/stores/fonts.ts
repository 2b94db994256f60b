import { defineStore } from 'pinia';
import { isSameFont, type FontName } from '#rendering/text/font-library.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionsStore } from './connections.ts';
import { useConnectionList } from './use-connection-list.ts';

/** The connection, family and style of a font. */
export interface FontPlace {
  connection: string;
  family: string;
  style: string;
}

/** The fonts and the fallback fonts of the chosen connection, and the fonts of its controller's computer. */
export const useFontsStore = defineStore('fonts', () => {
  const client = useStationClient();
  const connections = useConnectionsStore();
  const { items, isLoading, problem, reload } = useConnectionList((connection, signal) => client.fonts.list({ connection }, signal));

  const fallback = useConnectionList(async (connection, signal) =>
    connections.findConnection(connection)?.hasExtensions === false
      ? []
      : (await client.settings.get({ connection }, signal)).fallbackFonts,
  );

  const listSystem = (connection: string, characters?: string, signal?: AbortSignal) =>
    client.fonts.listSystem({ connection, ...(characters !== undefined && { characters }) }, signal);

  /** Installs a font of the controller's computer. Resolves with its name. */
  async function installSystem(place: { connection: string; id: string }): Promise<FontName> {
    const { family, style } = await client.fonts.installSystem({ ...place });
    await reload();
    return { family, style };
  }

  /** Changes the fallback fonts of a controller; its other settings stay as they are. */
  async function changeFallback(connection: string, change: (fonts: readonly FontName[]) => readonly FontName[]): Promise<void> {
    const settings = await client.settings.get({ connection });
    await client.settings.put({ connection, settings: { ...settings, fallbackFonts: [...change(settings.fallbackFonts)] } });
    await fallback.reload();
  }

  /** Tries a font after the other fallback fonts, unless it is one of them. */
  const addFallback = (connection: string, font: FontName) =>
    changeFallback(connection, (fonts) => (fonts.some((other) => isSameFont(other, font)) ? fonts : [...fonts, font]));

  const removeFallback = (connection: string, font: FontName) =>
    changeFallback(connection, (fonts) => fonts.filter((other) => !isSameFont(other, font)));

  /** Tries a font before the one that is tried before it now. */
  const raiseFallback = (connection: string, font: FontName) =>
    changeFallback(connection, (fonts) => {
      const at = fonts.findIndex((other) => isSameFont(other, font));
      return at < 1 ? fonts : [...fonts.slice(0, at - 1), ...fonts.slice(at, at + 1), ...fonts.slice(at - 1, at), ...fonts.slice(at + 1)];
    });

  async function remove(place: FontPlace): Promise<void> {
    await client.fonts.remove(place);
    await reload();
  }

  return {
    ...{ items, isLoading, problem, reload, remove, listSystem, installSystem },
    ...{ fallbackFonts: fallback.items, reloadFallback: fallback.reload, addFallback, removeFallback, raiseFallback },
  };
});
