# Own history.
history-title = 牌桌 { $name } 的牌局
history-told = 最新在前。您的注码附有结果和依据。
history-mine = 只看有我下注的牌局
history-more = 更早的牌局
history-none = 还没有牌局。
history-coup = 第 { $coup } 局
history-shoe = 第 { $shoe } 靴
history-no-wager = 您没有下注。
history-void = 作废
history-no-bet = 飞牌局
history-total = 合计 { $amount }
history-back = 返回牌桌
