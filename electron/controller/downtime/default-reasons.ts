import type { DowntimeReason, DowntimeReasons } from '#contract/api-v3/downtime.ts';
import type { TextLanguage } from '#contract/api-v3/text-language.ts';

type Texts = readonly [en: string, de: string, fr: string, es: string, zh: string, ar: string];

/** The reasons of a new controller. A plant replaces them by its own. */
export const DEFAULT_REASONS: DowntimeReasons = [
  ...group(
    'machine',
    ['Machine', 'Maschine', 'Machine', 'Máquina', '机器', 'الآلة'],
    [
      ['jam', ['Jam', 'Produktstau', 'Bourrage', 'Atasco', '卡料', 'انحشار المنتجات']],
      ['breakdown', ['Breakdown', 'Ausfall', 'Panne', 'Avería', '故障', 'عطل']],
      [
        'sensor',
        [
          'Sensor or detector',
          'Sensor oder Lichtschranke',
          'Capteur ou détecteur',
          'Sensor o detector',
          '传感器或探测器',
          'مستشعر أو كاشف',
        ],
      ],
      ['reader', ['Code reader', 'Codeleser', 'Lecteur de codes', 'Lector de códigos', '读码器', 'قارئ الرموز']],
    ],
  ),
  ...group(
    'coding',
    ['Coding and marking', 'Kennzeichnung', 'Marquage', 'Codificación y marcado', '喷码与标识', 'الترميز والوسم'],
    [
      [
        'ink-or-ribbon',
        [
          'Ink or ribbon changed',
          'Tinte oder Farbband gewechselt',
          'Encre ou ruban remplacé',
          'Cambio de tinta o cinta',
          '更换墨水或色带',
          'تغيير الحبر أو الشريط',
        ],
      ],
      [
        'print-head',
        [
          'Print head cleaned',
          'Druckkopf gereinigt',
          'Tête d’impression nettoyée',
          'Limpieza del cabezal',
          '清洁打印头',
          'تنظيف رأس الطباعة',
        ],
      ],
      [
        'wrong-code',
        [
          'Wrong or poor code',
          'Falscher oder schlechter Code',
          'Code faux ou de mauvaise qualité',
          'Código erróneo o deficiente',
          '编码错误或质量差',
          'رمز خاطئ أو رديء',
        ],
      ],
    ],
  ),
  ...group(
    'material',
    ['Material', 'Material', 'Matériel', 'Material', '物料', 'المواد'],
    [
      [
        'no-product',
        [
          'No product from upstream',
          'Kein Produkt von vorn',
          'Pas de produit en amont',
          'Sin producto de la etapa anterior',
          '上游缺料',
          'لا منتج من المرحلة السابقة',
        ],
      ],
      [
        'no-packaging',
        [
          'No packaging or labels',
          'Verpackung oder Etiketten fehlen',
          'Emballages ou étiquettes manquants',
          'Faltan envases o etiquetas',
          '缺少包材或标签',
          'لا توجد مواد تغليف أو ملصقات',
        ],
      ],
      [
        'downstream',
        [
          'Downstream stopped',
          'Nachfolgende Maschine steht',
          'Arrêt en aval',
          'Parada de la etapa siguiente',
          '下游停机',
          'توقف المرحلة التالية',
        ],
      ],
    ],
  ),
  ...group(
    'organisation',
    ['Organisation', 'Organisation', 'Organisation', 'Organización', '组织', 'التنظيم'],
    [
      ['changeover', ['Changeover', 'Produktwechsel', 'Changement de produit', 'Cambio de producto', '换产', 'تبديل المنتج']],
      ['no-staff', ['No staff', 'Kein Personal', 'Manque de personnel', 'Falta de personal', '人员不足', 'نقص العاملين']],
      ['no-order', ['No order', 'Kein Auftrag', 'Pas d’ordre', 'Sin orden', '无订单', 'لا يوجد أمر']],
      ['other', ['Another reason', 'Anderer Grund', 'Autre raison', 'Otro motivo', '其他原因', 'سبب آخر']],
    ],
  ),
  ...planned(
    group(
      'planned',
      ['Planned', 'Geplant', 'Planifié', 'Planificado', '计划内', 'مخطط له'],
      [
        ['break', ['Break', 'Pause', 'Pause', 'Descanso', '休息', 'استراحة']],
        ['cleaning', ['Cleaning', 'Reinigung', 'Nettoyage', 'Limpieza', '清洁', 'تنظيف']],
        ['maintenance', ['Maintenance', 'Wartung', 'Maintenance', 'Mantenimiento', '维护', 'صيانة']],
        ['no-shift', ['No shift', 'Keine Schicht', 'Hors équipe', 'Sin turno', '无班次', 'لا توجد وردية']],
      ],
    ),
  ),
];

function group(key: string, texts: Texts, reasons: readonly (readonly [key: string, texts: Texts])[]): DowntimeReason[] {
  const own = { key, group: null, texts: textsOf(texts), isPlanned: false, isRetired: false };
  return [own, ...reasons.map(([reason, its]) => ({ key: reason, group: key, texts: textsOf(its), isPlanned: false, isRetired: false }))];
}

function planned(reasons: readonly DowntimeReason[]): DowntimeReason[] {
  return reasons.map((reason) => ({ ...reason, isPlanned: true }));
}

function textsOf([en, de, fr, es, zh, ar]: Texts): Record<TextLanguage, string> {
  return { en, de, fr, es, zh, ar };
}
