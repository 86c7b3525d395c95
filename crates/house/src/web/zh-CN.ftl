# What stands around every page.
house = Croupier
skip = 跳到正文
nav-label = 房间
nav-lobby = 大厅
nav-library = 规则库
nav-shoes = 牌靴
nav-reports = 报表
nav-people = 人员
nav-pit = 场区
nav-watch = 监督
nav-policy = 中断时怎么办
nav-api = 程序接口
sign-in = 登录
sign-out = 退出
foot-demonstration = 一切按规则书进行。示范赌场的筹码没有价值。
needs-script = 此房间需要 JavaScript。规则库不需要。
