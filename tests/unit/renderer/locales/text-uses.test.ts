import { describe, expect, it } from 'vitest';
import { ALL_TEXT_FILES, namedTexts, pageTexts, textFile } from '#support/page-texts.ts';
import { importedBy, pageSources, routedPages, textUses, type TextUse } from '#support/text-uses.ts';

const sources = pageSources();
const names = [...namedTexts(pageTexts('en')).keys()];
/** Uses of texts: a string that is none of their names is something else. */
const uses = textUses(sources)
  .map((use) => ({ ...use, names: names.filter((name) => use.pattern.test(name)) }))
  .filter(({ isCalled, names }) => isCalled || names.length > 0);
const fileOf = new Map(ALL_TEXT_FILES.flatMap((file) => Object.keys(textFile('en', file)).map((group) => [group, file] as const)));

const place = ({ file, written }: TextUse): string => `${file}: ${written}`;

describe('a text of the page', () => {
  it('is there wherever the code names one', () => {
    expect(uses.filter(({ names }) => names.length === 0).map(place)).toEqual([]);
  });

  it('is used by the code', () => {
    const used = new Set(uses.flatMap(({ names }) => names));
    expect(names.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('the texts that are loaded', () => {
  /** Components that are loaded together with texts of their own. */
  const OF_MONITOR = [
    ...['BoardEmpty', 'LineNotice', 'MonitorFilters', 'MonitorTools', 'StoppedLines', 'TileActions', 'TileChoice'].map(
      (name) => `panels/monitor/${name}.vue`,
    ),
    'panels/several-printers/SeveralPrinters.vue',
  ];
  /** The choice of a job, which the monitor loads with the texts of labels too. */
  const SELECTION = 'panels/several-printers/SelectOnSeveral.vue';
  const HELP = 'panels/font/MissingCharacterHelp.vue';
  const KEYBOARD = 'panels/virtual-keyboard/VirtualKeyboard.vue';
  const SCAN = 'panels/scan/ScanSheet.vue';
  const PERSON = 'panels/people/PersonArea.vue';
  const ELSEWHERE = 'panels/people/NetworkSignIn.vue';
  const PLANT_ROUTER = 'plant/plant-router.ts';
  const PLANT_MENU = 'plant/app/PlantMenu.vue';
  const LOADED_LATER = [...OF_MONITOR, HELP, KEYBOARD, SCAN, PERSON, ELSEWHERE, PLANT_MENU];
  const pages = routedPages(sources);
  /** It loads the texts that it says, when a printer has an error. */
  const ERROR_TEXTS = 'composables/use-error-texts.ts';

  /** The files of the texts that code which is reached from these files names. */
  const shownBy = (...files: string[]): string[] => {
    const without = ['page-router.ts', PLANT_ROUTER, ...LOADED_LATER.filter((file) => !files.includes(file))];
    // A page loads its own texts with it.
    if (files.some((file) => LOADED_LATER.includes(file))) without.push(SELECTION);
    const reached = new Set(importedBy(sources, files, without).map(({ file }) => file));
    const shown = uses.filter(({ file }) => reached.has(file) && file !== ERROR_TEXTS).flatMap(({ names }) => names);
    return [...new Set(shown.map((name) => fileOf.get(name.split('.')[0] ?? '') ?? ''))].sort();
  };

  it('with the page are those of its first screen and of what is on every page', () => {
    expect(shownBy('main.ts', 'App.vue', 'pages/MonitorPage.vue')).toEqual(['app']);
  });

  it('with the parts of the monitor are those that they show', () => {
    const board = sources.find(({ file }) => file === 'panels/monitor/MonitorBoard.vue')?.trees.map((tree) => tree.getText());
    const selection = sources.find(({ file }) => file.endsWith('SeveralPrinters.vue'))?.trees.map((tree) => tree.getText());
    expect([shownBy(SELECTION), selection?.join().includes("SELECTION_TEXTS: TextFile = 'labels'")]).toEqual([
      ['app', 'labels', 'station'],
      true,
    ]);
    expect([shownBy(...OF_MONITOR), board?.join().includes("LATER_TEXTS: TextFile = 'station'")]).toEqual([['app', 'station'], true]);
  });

  it('with the first error of a printer or problem are those of errors, which nothing else names', () => {
    const named = uses.filter(({ names }) => names.some((name) => fileOf.get(name.split('.')[0] ?? '') === 'errors'));
    expect([...new Set(named.map(({ file }) => file))]).toEqual([ERROR_TEXTS]);
  });

  it('with the sign-in are those that it shows', () => {
    const bar = sources.find(({ file }) => file === 'panels/app/AppBar.vue')?.trees.map((tree) => tree.getText());
    expect([shownBy(PERSON), bar?.join().includes("loadTexts('people')")]).toEqual([['app', 'people'], true]);
  });

  it('with the sign-in of other computers are those that it shows', () => {
    const app = sources.find(({ file }) => file === 'App.vue')?.trees.map((tree) => tree.getText());
    expect([shownBy(ELSEWHERE), app?.join().includes("loadTexts('people')")]).toEqual([['app', 'people'], true]);
  });

  it('with the dialog of a scan are those that it shows', () => {
    const app = sources.find(({ file }) => file === 'App.vue')?.trees.map((tree) => tree.getText());
    expect([shownBy(SCAN), app?.join().includes('ScanSheet.vue'), app?.join().includes('loadTexts(PRINTER_TEXTS)])')]).toEqual([
      ['app', 'station'],
      true,
      true,
    ]);
  });

  it('with the help with a missing character are those of labels', () => {
    const app = sources.find(({ file }) => file === 'App.vue')?.trees.map((tree) => tree.getText());
    expect([shownBy(HELP), app?.join().includes('loadTexts(LABEL_TEXTS)]')]).toEqual([['app', 'labels'], true]);
  });

  it('with the keyboard of the screen are those of printers', () => {
    const app = sources.find(({ file }) => file === 'App.vue')?.trees.map((tree) => tree.getText());
    expect([shownBy(KEYBOARD), app?.join().includes('loadTexts(PRINTER_TEXTS)]')]).toEqual([['station'], true]);
  });

  it.each(pages)('with $file are those that it shows, and no others', ({ file, texts }) => {
    expect(shownBy(file).filter((shown) => shown !== 'app')).toEqual(texts.toSorted());
  });

  it('with the page of the plant are those of its first screen', () => {
    expect(shownBy('plant/main.ts', 'plant/pages/PlantLinesPage.vue')).toEqual(['app', 'plant']);
  });

  it('with the menu of the plant are those that it shows', () => {
    const bar = sources.find(({ file }) => file === 'plant/app/PlantBar.vue')?.trees.map((tree) => tree.getText());
    expect([shownBy(PLANT_MENU), bar?.join().includes("loadTexts('station'), loadTexts('people')]")]).toEqual([
      ['app', 'people', 'plant', 'station'],
      true,
    ]);
  });

  it.each(routedPages(sources, PLANT_ROUTER))('with $file are those that it shows, and no others', ({ file, texts }) => {
    expect(shownBy(file).filter((shown) => shown !== 'app' && shown !== 'plant')).toEqual(texts.toSorted());
  });

  it('are named for every page', () => {
    const inRouter = new Set([...pages.map(({ file }) => file), 'pages/MonitorPage.vue']);
    expect(sources.filter(({ file }) => file.startsWith('pages/') && !inRouter.has(file)).map(({ file }) => file)).toEqual([]);
  });
});
