import type { Words } from '../translation.ts';

/** Words of how this screen shows things. */
export const display = {
  title: '显示设置',
  kept: '这些设置只对本屏幕上的这个浏览器有效，并适用于在此工作的所有人。',
  language: {
    title: '语言',
    note: '名称、代码和打印内容保持原样。控制器和打印机自己的消息为英文。',
  },
  theme: {
    title: '主题',
    system: '跟随系统',
    light: '浅色',
    dark: '深色',
    contrast: '高对比度',
    note: '高对比度适合阳光直射的屏幕和需要它的眼睛：白底黑字，粗边框。',
  },
  palette: {
    title: '打印机状态的颜色',
    calm: '素净',
    classic: '交通灯',
    note: {
      calm: '只有需要人处理的才有颜色：远处也能看到。',
      classic: '绿色表示正在打印，黄色表示正在启动。两种方案中故障的显示相同。',
    },
    examples: '状态示例',
  },
  hands: {
    title: '操作方式',
    bare: '徒手',
    gloves: '戴手套',
    note: {
      bare: '按键高度至少 10 mm。',
      gloves: '按键高度至少 15 mm，间距 4 mm。',
    },
  },
  size: {
    title: '真实尺寸',
    intro: '将银行卡或直尺贴在屏幕上，把图形调到与它一样大。之后每个按键在此屏幕上都是真实尺寸。',
    object: '贴在屏幕上的物品',
    card: '银行卡',
    ruler: '直尺',
    cardWidth: '85.6 mm',
    drawing: '用于比对的图形',
    slider: '图形大小',
    muchSmaller: '大幅缩小',
    smaller: '缩小',
    larger: '放大',
    muchLarger: '大幅放大',
    value: '每 mm {px} 像素',
    dpi: '每英寸 {dpi} 点',
    apply: '使用此尺寸',
    reset: '恢复为每英寸 96 点',
    applied: '按键现在是真实尺寸。',
    inUse: '正在使用此尺寸。',
  },
  gallery: {
    title: '组件',
    text: '构成页面的所有组件及其各种状态，按本屏幕的实际显示。',
    open: '打开组件库',
  },
} satisfies Words<'display'>;
