# 大屏幕上的抽奖。
draw-clock = 剩余时间
draw-mix-label = 您提供的文字，例如今天的新闻标题
draw-mix-go = 进行抽奖
draw-back = 返回条款
draw-full = 全屏
draw-nobody = 无人
draw-phase-open = 距报名截止
draw-phase-closed = 距抽奖
draw-phase-due = 抽奖时间已到，须由两人准备。
draw-phase-ready = 抽奖已就绪，等待任何外部人士提供文字。
draw-phase-ready-overseen = 抽奖已就绪，等待监督人提供文字。
draw-phase-drawn = 已抽奖
draw-phase-postponed = 已延期
draw-phase-cancelled = 抽奖已取消
