import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { Random } from '#support/random.ts';

const COLUMNS = ['GTIN', 'Article', 'Name', 'Lot', 'Weight', 'Best before', 'Origin', 'Note'];
const NAMES = ['Sardines', 'Tomato ketchup', 'Olive oil', 'Wild rice', 'Green tea', 'Crème fraîche', 'Käse', 'Oat flakes'];
const PLACES = ['Portugal', 'Spain', 'Greece', 'Italy', 'France', 'Poland'];
const ROWS_PER_PIECE = 5_000;

/** Writes a deterministic file of articles with that many rows: eight columns, one in twenty notes in quotation marks. */
export async function writeArticles(file: string, rows: number): Promise<void> {
  const random = new Random(23);
  const out = createWriteStream(file);
  out.write(`${COLUMNS.join(',')}\n`);
  for (let row = 0; row < rows; row += ROWS_PER_PIECE) {
    const piece = Array.from({ length: Math.min(ROWS_PER_PIECE, rows - row) }, (_, index) => articleOf(row + index, random));
    if (!out.write(piece.join(''))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

function articleOf(row: number, random: Random): string {
  const weight = `${random.whole(50, 2_000)} g`;
  const note = row % 20 === 0 ? '"Keep cool, and dry"' : 'None';
  const day = `2027-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`;
  const lot = `L${random.digits(6)}`;
  return `95212${random.digits(8)},A-${String(row).padStart(7, '0')},${random.pick(NAMES)},${lot},${weight},${day},${random.pick(PLACES)},${note}\n`;
}
