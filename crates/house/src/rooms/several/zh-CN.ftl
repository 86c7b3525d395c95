# Several tables side by side.
several-title = 多张牌桌
several-welcome = 并排牌桌
several-choose = 要显示的牌桌
several-most = 同时最多 { $most } 张。每张牌桌各自独立：在一张桌上的下注不影响其他桌。
several-none = 请在上方选择牌桌。
several-of = { $name }，实时
several-alone = 单独打开
several-link = 并排查看多张牌桌
