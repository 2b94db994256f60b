import type { Words } from '../translation.ts';

/** Words of how the page knows its scanner. */
export const scanner = {
  title: 'الماسح',
  note: 'الماسح الذي يكتب كلوحة المفاتيح يُميَّز عن اليد بسرعته.',
  prefix: 'أحرف تسبق كل مسح',
  prefixHint: 'فارغة، إلا إذا ضُبط الماسح على إرسالها. معها يُعرف المسح يقينًا، حتى في حقل بحث.',
  confirmCode: 'رمز الموافقة',
  confirmCodeHint: 'امسحه بدل الضغط على زر التأكيد. اطبعه وعلّقه. فارغ: الزر وحده يؤكد.',
  tooAlike: 'قد يحمل منتج هذا الرمز: اختر رمزًا فيه حرف أبجدي.',
  try: 'جرّبه: امسح شيئًا هنا',
  tryHint: 'لا يُفعل به شيء.',
  heard: 'فُهم مسحًا: {text}',
  heardGtin: 'هذا GTIN: {gtin}',
  heardConfirm: 'هذا رمز الموافقة.',
  heardAsTyping: 'جاء هذا كالكتابة لا كالمسح. هل ضُبط الماسح على إرسال Enter في النهاية، والأحرف في البداية؟',
} satisfies Words<'scanner'>;
