# Where there is no page.
missing = 没有这个房间
missing-intro = 地址可能有误，或牌桌已撤。
missing-back = 返回大厅
not-shown = 无法向您显示此页
