import type { Words } from '../translation.ts';

/** Words of the tour and of the list of keys. */
export const help = {
  title: '帮助',
  text: '导览在本机的虚拟打印机上演示从标签到打印的过程。不会真正打印。',
  takeTour: '开始导览',
  showKeys: '显示按键',
  offer: '第一次使用？六步导览在虚拟打印机上演示如何完成第一次打印。',
  notNow: '以后再说',
  tour: {
    title: '导览，第 {n} 步，共 {count} 步：{name}',
    back: '上一步',
    next: '下一步',
    end: '结束导览',
    done: '导览结束。可在显示设置中再次开始。',
    steps: {
      monitor: {
        title: '监控',
        text: '每台打印机有一块显示：状态、下一次打印的图片、计数和数据的时间。有颜色表示需要您处理。按打印机名称或“下一步”继续。',
      },
      printer: {
        title: '打印机',
        text: '在“选用”下选择标签，标签需要时再选择数据表的行。确认之前，您会看到将打印的确切内容。然后按“触发”：每按一次代表一件产品。',
      },
      stop: {
        title: '停止',
        text: '“中止”始终在打印机页面的同一位置，没有任何内容遮挡。它结束打印任务，不是紧急停止。此前已打印的内容保留在最近的打印列表中。',
      },
      labels: { title: '标签', text: '标签按打印效果显示。打开即可修改：每次保存产生一个版本，各版本都可以比较和恢复。' },
      tables: {
        title: '数据表和扫描器',
        text: '数据表保存各产品不同的内容。请以 CSV 导入。之后只需扫描产品：系统找到它的行，您确认图片即可。没有扫描器时，按右上角的条码开始。',
      },
      alarms: {
        title: '报警和日志',
        text: '每条报警都说明原因、后果和处理方法。日志记录发生了什么、由谁操作。就是这些：请在虚拟打印机上试一试。',
      },
    },
  },
  keys: {
    title: '按键',
    text: '这些页面上的所有操作都不需要鼠标。',
    groups: { everywhere: '所有页面', choices: '选项卡和选项', label: '标签文本中', wall: '大屏显示中' },
    everywhere: {
      next: { keys: 'Tab', text: '到下一个可按的位置；加 Shift 到上一个' },
      skip: { keys: 'Tab、Enter', text: '页面打开后立即按：跳过导航到正文' },
      press: { keys: 'Enter 或空格键', text: '按下它' },
      close: { keys: 'Escape', text: '关闭对话框，不做任何操作' },
      help: { keys: '?', text: '在输入框之外显示此列表' },
    },
    choices: {
      move: { keys: '方向键', text: '到相邻的选项卡，或上下的选项' },
      ends: { keys: 'Home、End', text: '到第一个和最后一个选项卡' },
    },
    label: {
      save: { keys: 'Ctrl + S', text: '保存标签' },
      undo: { keys: 'Ctrl + Z', text: '撤销所写内容' },
      indent: { keys: 'Tab', text: '缩进' },
      leave: { keys: 'Escape、Tab', text: '离开文本' },
    },
    wall: { pause: { keys: '空格键', text: '暂停和继续' }, turn: { keys: '左、右方向键', text: '转到上一条和下一条产线' } },
  },
} satisfies Words<'help'>;
