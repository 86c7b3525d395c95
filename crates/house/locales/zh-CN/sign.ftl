# The sign of a table.
sign-title = 牌桌 { $name } 告示牌
sign-last = 上一局
sign-clock = 请下注
sign-closed = 停止下注
sign-notices = 告示
sign-back = 前往牌桌
sign-lost = 连接中断
sign-full = 全屏
