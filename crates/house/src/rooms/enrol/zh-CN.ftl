# 本人设定密码之处。
enrol-title = 登记
enrol-lead = 已有两人为您办理。一人给了您链接，另一人给了您代码：凭两者设定您自己的密码和第二验证。
enrol-lost = 与赌场的连接已断开。
enrol-link = 链接中“link=”之后的部分
enrol-code = 您得到的代码
enrol-begin = 继续
enrol-factor-how = 请将此密钥加入您自己设备上的验证程序，然后输入它显示的六位数字。
enrol-factor-open = 在本设备的验证程序中打开
enrol-digits = 显示的六位数字
enrol-password = 新密码，至少 12 个字符
enrol-again = 再输入一次
enrol-set = 设定
enrol-differ = 两次输入的密码不一致。
enrol-done = 完成。除您之外无人知道您的密码。
enrol-sign-in = 登录
enrol-role-player = 玩家
enrol-role-dealer = 荷官
enrol-role-supervisor = 主管
enrol-role-manager = 经理
enrol-role-surveillance = 监控
enrol-role-inspector = 监察员
