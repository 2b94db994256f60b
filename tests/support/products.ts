import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const REAL_PRODUCTS = join(import.meta.dirname, '../../../shared/data/products.csv');

/**
 * A CSV file of 5 000 products with the columns GTIN and Name, one of them a ketchup: real ones (Open Food Facts, ODbL)
 * if the file is next to the checkout, else generated ones with valid GTINs.
 */
export function productsCsv(): string {
  return existsSync(REAL_PRODUCTS) ? readFileSync(REAL_PRODUCTS, 'utf8') : madeProducts();
}

function madeProducts(): string {
  const kinds = ['Tomato Ketchup', 'Sardines', 'Natural Yoghurt', 'Roasted Cashews', 'Lentil Soup'];
  const rows = Array.from({ length: 5_000 }, (_, index) => {
    const body = String(400_000_000_000 + index * 7);
    return `${body}${checkDigit(body)},"${kinds[index % kinds.length]} ${100 + (index % 900)} g"`;
  });
  return ['GTIN,Name', ...rows, ''].join('\n');
}

/** Check digit of a GS1 key (GS1 General Specifications 7.9): weights 3 and 1 from the right. */
export function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}
