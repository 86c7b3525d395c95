# 控制台上的批准。
approvals-title = { $name } 的待批事项
approvals-intro = 需要两人的事项在此等候。批准人输入本人的名称和 PIN，并先看到批准后的结果。
approvals-back = 返回控制台
approvals-none = 没有等候事项。
approvals-proposed = { $name } 提议（第 { $number } 号）：{ $why }
approvals-choose = 在此批准
approvals-name = 批准人的名称
approvals-pin = 批准人本人的 PIN
approvals-look = 显示结果
approvals-follows = 批准后的结果
approvals-approve = 批准
approvals-leave = 暂不批准
approvals-done = 已批准。
approvals-lost = 无法连接赌场，未作任何批准。
