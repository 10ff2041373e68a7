// The scripts that count in Redis. Each checks and counts atomically, on the clock of Redis.

/**
 * Times are milliseconds since the epoch, when the store began to count, so that small steps are not rounded. Nothing is known of earlier
 * counts, so what is not stored counts as two thirds used at the beginning of the epoch: the processes may have used so much alone
 * (lone-counts.ts).
 * A key is busy if more than a third of its limit is used. All processes then get a message.
 * If the clock of Redis is set back, no time counts that is later than a period from then on.
 */
const begin = `
  local epoch = redis.call('GET', KEYS[2])
  if not epoch then return false end
  local function time()
    if ARGV[1] ~= '' then return tonumber(ARGV[1]) end
    local seconds = redis.call('TIME')
    return seconds[1] * 1000 + seconds[2] / 1000
  end
  local now = time() - tonumber(epoch)
  local max, per, keep, channel = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
  local isForced = ARGV[6] == '1'
  local function lifetime(ms) return math.max(1, math.ceil(ms + keep)) end
  local function tellIfBusy(level, untilMs)
    if level <= 1 / 3 then return end
    redis.call('ZADD', KEYS[3], untilMs, KEYS[1])
    redis.call('PEXPIRE', KEYS[3], 172800000)
    redis.call('PUBLISH', channel, KEYS[1] .. ' ' .. math.ceil(level * 1000) / 1000 .. ' ' .. per)
  end
`;

/**
 * Stores when the full allowance is available again. Arguments: for how many calls, and how many more to count ahead, which is done
 * only while less than half is used. Returns how many of the calls are allowed, how many are counted ahead, and the wait of the others.
 */
const take = `${begin}
  local step = per / max
  local stored = tonumber(redis.call('GET', KEYS[1]) or per * 2 / 3)
  local at = math.min(math.max(stored, now), now + per)
  local function room(whole) return math.max(0, math.floor((now + whole + step * 1e-6 + 1e-6 - at) / step)) end
  local calls = tonumber(ARGV[7])
  local taken = isForced and calls or math.min(calls, room(per))
  local ahead = math.max(0, math.min(tonumber(ARGV[8]), room(per / 2) - taken))
  local after = math.min(at + step * (taken + ahead), now + per)
  if taken + ahead > 0 or at < stored then
    redis.call('SET', KEYS[1], string.format('%.17g', after), 'PX', lifetime(after - now))
    tellIfBusy((after - now) / per, after)
  end
  return { taken, ahead, math.ceil(after + step - now - per - 1e-3) }
`;

/** Counts the distinct things that a key asks for in a period. Arguments: their hashes. */
const takeDistinct = `${begin}
  local stop = tonumber(redis.call('HGET', KEYS[1], 'stop') or now)
  if stop <= now then
    local isUnknown = now < per
    stop = isUnknown and per or now + per
    redis.call('DEL', KEYS[1])
    redis.call('HSET', KEYS[1], 'stop', string.format('%.17g', stop), 'base', isUnknown and '0.667' or '0')
    redis.call('PEXPIRE', KEYS[1], lifetime(stop - now))
  elseif stop > now + per then
    stop = now + per
    redis.call('HSET', KEYS[1], 'stop', string.format('%.17g', stop))
    redis.call('PEXPIRE', KEYS[1], lifetime(per))
  end
  local count = redis.call('HLEN', KEYS[1]) - 2 + math.ceil(redis.call('HGET', KEYS[1], 'base') * max)
  local result = { 1, 0 }
  for place = 7, #ARGV do
    if redis.call('HEXISTS', KEYS[1], ARGV[place]) == 0 then
      if count >= max and not isForced then
        result = { 0, math.ceil(stop - now - 1e-3) }
        break
      end
      redis.call('HSET', KEYS[1], ARGV[place], '')
      count = count + 1
    end
  end
  tellIfBusy(math.min(1, count / max), stop)
  return result
`;

/** Stores the times of the latest attempts. Arguments: what to do, and the interval or the attempt to take back. */
const takeAttempt = `${begin}
  local stored, times = redis.call('GET', KEYS[1]), {}
  local part = stored and string.match(stored, '^part (.+)') or (not stored and now < per and 2 / 3) or nil
  if part then for place = 1, math.ceil(part * max - 1e-6) do times[place] = 0 end
  elseif stored then for at in string.gmatch(stored, '%S+') do times[#times + 1] = tonumber(at) end end
  local recent = {}
  for _, at in ipairs(times) do
    if now - at < per and at < now + 1 then recent[#recent + 1] = at end
  end
  if ARGV[7] == 'back' then
    for place = #recent, 1, -1 do
      if math.abs(recent[place] - tonumber(ARGV[8])) < 1e-3 then
        table.remove(recent, place)
        break
      end
    end
  end
  local attempt = string.format('%.4f', now)
  if ARGV[7] == 'take' then
    local wait = #recent < max and 0 or recent[#recent] + tonumber(ARGV[8]) - now
    if wait > 0 and not isForced then return { 0, math.ceil(wait - 1e-3) } end
    recent[#recent + 1] = now
  end
  local texts = {}
  for place = math.max(1, #recent - max + 1), #recent do texts[#texts + 1] = string.format('%.4f', recent[place]) end
  redis.call('SET', KEYS[1], table.concat(texts, ' '), 'PX', lifetime(per))
  tellIfBusy(#texts / max, now + per)
  return { 1, attempt }
`;

/**
 * Registers a process as alive. In a store without an epoch it begins one, and stores what the process knows about busy keys. A Redis that
 * was restarted, or replaced by its copy, may have lost what was counted last, so that its epoch is over. Keys: epoch, processes, busy
 * keys, run of Redis. Arguments: time, name of the process, for how long it counts as living, keepMs, channel, and for each busy key its
 * name, kind, level and period. Returns the epoch, whether it is new, its age, and the number of processes.
 */
const join = `
  local seconds = redis.call('TIME')
  local time = ARGV[1] ~= '' and tonumber(ARGV[1]) or seconds[1] * 1000 + seconds[2] / 1000
  local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or ''
  if redis.call('GET', KEYS[4]) ~= run then
    local cursor = '0'
    repeat
      local page = redis.call('SCAN', cursor, 'MATCH', string.gsub(KEYS[1], '[^:]+$', '') .. '*', 'COUNT', 1000)
      for _, key in ipairs(page[2]) do redis.call('UNLINK', key) end
      cursor = page[1]
    until cursor == '0'
  end
  redis.call('SET', KEYS[4], run, 'PX', 604800000)
  local epoch, keep = redis.call('GET', KEYS[1]), tonumber(ARGV[4])
  local isNew = not epoch
  if isNew then
    epoch = string.format('%.4f', time)
    redis.call('SET', KEYS[1], epoch)
    for place = 6, #ARGV, 4 do
      local key, kind, level, per = ARGV[place], ARGV[place + 1], ARGV[place + 2], tonumber(ARGV[place + 3])
      if kind == 'd' then redis.call('HSET', key, 'stop', per, 'base', level)
      else redis.call('SET', key, kind == 'a' and 'part ' .. level or string.format('%.17g', level * per)) end
      redis.call('PEXPIRE', key, math.ceil(per + keep))
      redis.call('ZADD', KEYS[3], per, key)
    end
  end
  redis.call('PEXPIRE', KEYS[1], 604800000)
  local age = time - tonumber(epoch)
  local before = redis.call('ZCARD', KEYS[2])
  redis.call('ZADD', KEYS[2], age, ARGV[2])
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', age - tonumber(ARGV[3]))
  redis.call('PEXPIRE', KEYS[2], 172800000)
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', age)
  local count = redis.call('ZCARD', KEYS[2])
  if count ~= before then redis.call('PUBLISH', ARGV[5], 'processes ' .. count) end
  return { epoch, isNew and 1 or 0, tostring(age), count }
`;

export const scripts = { take, takeDistinct, takeAttempt, join } as const;
