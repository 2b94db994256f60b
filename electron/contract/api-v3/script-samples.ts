/**
 * Letters and words of each script, by ISO 15924 code. A font covers a script when it has all characters of the sample; people recognise
 * the script by it.
 */
export const SCRIPT_SAMPLES = {
  Latn: 'Best before',
  Hans: '生产日期 批号 汉语',
  Hant: '製造日期 批號 漢語',
  Jpan: '製造年月日 ひらがな カタカナ',
  Kore: '제조일자 유통기한',
  Arab: 'تاريخ الانتهاء',
  Hebr: 'תאריך תפוגה',
  Thai: 'วันหมดอายุ',
  Cyrl: 'Годен до',
  Grek: 'Ανάλωση κατά',
  Deva: 'उत्पादन तिथि',
  Beng: 'উৎপাদনের তারিখ',
  Taml: 'உற்பத்தி தேதி',
  Telu: 'తయారీ తేదీ',
  Knda: 'ತಯಾರಿಕೆ ದಿನಾಂಕ',
  Mlym: 'നിർമ്മാണ തീയതി',
  Gujr: 'ઉત્પાદન તારીખ',
  Guru: 'ਨਿਰਮਾਣ ਮਿਤੀ',
  Sinh: 'නිෂ්පාදිත දිනය',
  Khmr: 'កាលបរិច្ឆេទ',
  Laoo: 'ວັນໝົດອາຍຸ',
  Mymr: 'ထုတ်လုပ်သည့်ရက်',
  Geor: 'ვარგისია',
  Armn: 'Պիտանի է մինչև',
  Ethi: 'የተመረተበት ቀን',
  Tibt: 'ཐོན་སྐྱེད',
} as const;

/** A script that fonts are listed by. */
export type ListedScript = keyof typeof SCRIPT_SAMPLES;

/** The scripts of which a font has all sample characters. */
export function coveredScripts(has: (code: number) => boolean): ListedScript[] {
  const scripts = Object.keys(SCRIPT_SAMPLES) as ListedScript[];
  return scripts.filter((script) =>
    [...SCRIPT_SAMPLES[script]].every((character) => character === ' ' || has(character.codePointAt(0) ?? 0)),
  );
}
