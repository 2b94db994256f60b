import type { Words } from '../translation.ts';

/** What was ordered, by the noun and verb of the station's operations. One that has no words here is told by its name. */
export const journalCommands = {
  backups: { make: '已要求备份' },
  clock: { confirm: '时钟已确认' },
  connections: {
    add: '控制器已连接',
    rename: '连接已重命名',
    order: '连接顺序已更改',
    switchEmbedded: '本机控制器已切换',
    remove: '连接已移除',
    changeKey: '连接的密钥已更改',
    trust: '控制器的证书已信任',
  },
  counters: { put: '计数器已保存', remove: '计数器已删除', rename: '计数器已重命名' },
  drafts: { discard: '草稿已放弃' },
  fonts: { remove: '字体已删除' },
  labelProofs: { accept: '更新后的标签已接受' },
  labels: { put: '标签已保存', remove: '标签已删除', rename: '标签已重命名' },
  lines: { add: '产线已新建', change: '产线已更改', order: '产线顺序已更改', remove: '产线已移除' },
  plans: { apply: '已选用' },
  preflights: { start: '已开始预检', remove: '已结束或删除预检' },
  printing: {
    select: '已选用',
    deselect: '已取消选用',
    trigger: '已触发',
    abort: '已中止',
    setConveyor: '输送带已设置',
    refillInk: '墨水已补充',
  },
  prints: { resolve: '不明打印已核定', reprint: '已补打', acceptEngineCount: '已采用打印机计数' },
  queue: { reorder: '队列已重新排序', remove: '任务已移出队列', seek: '已转到检查点' },
  settings: { put: '控制器设置已保存', putPrinter: '打印机的触发已设置' },
  shiftCodes: { put: '班次码已保存', remove: '班次码已删除', rename: '班次码已重命名' },
  tables: { editCells: '单元格已更改', remove: '数据表已删除', rename: '数据表已重命名' },
  variables: { put: '变量已保存', remove: '变量已删除', rename: '变量已重命名' },
} satisfies Words<'journal'>['commands'];
